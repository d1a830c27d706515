import type { VNode } from 'preact';
import { h } from 'preact';
import { commandEnglish } from '../sentences/command-text.ts';
import type { MarkupShowing } from './framed-markup.ts';
import { drawInlineFrame, newMarkupWords, renderMarkup } from './framed-markup.ts';
import { checkMarkup } from './lint.ts';
import { makeInert } from './parsed-inert-markup.ts';
import { shadowStyle } from './shadow-style.ts';

/** How English pages show markup. */
export const englishShowing: MarkupShowing = {
  words: newMarkupWords(commandEnglish.t),
  drawLooks: drawInlineFrame(makeInert),
};

/** The text of a notice. Texts published before the rules for markup could leave their place, so they go into a frame. */
export const renderNoticeText = (text: string, showing = englishShowing, name = 'the text'): VNode =>
  checkMarkup(text).findings.length === 0 ? renderShadowText(text) : renderMarkup(name, text, showing);

/**
 * The text of a notice in a shadow root, which isolates the ids, styles and open elements of texts published long
 * ago.
 */
const renderShadowText = (text: string): VNode =>
  h(
    'div',
    null,
    h('template', {
      shadowrootmode: 'open',
      dangerouslySetInnerHTML: { __html: `<style>${shadowStyle}</style>\n${text}\n` },
    }),
  );
