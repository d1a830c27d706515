import type { VNode } from 'preact';
import type { MarkupShowing } from './framed-markup.ts';
import { drawInlineFrame, renderMarkup } from './framed-markup.ts';
import { english } from '../words/evidence/eng.ts';
import { checkMarkup } from './check-markup.ts';
import { makeInert } from './parsed-inert-markup.ts';
import { renderShadowText } from './shadow-text.ts';

/** How English pages show markup. */
export const englishShowing: MarkupShowing = { words: english.markup, drawLooks: drawInlineFrame(makeInert) };

/** The text of a notice. Texts published before the rules for markup could leave their place, so they go into a frame. */
export const renderNoticeText = (text: string, showing = englishShowing, name = 'the text'): VNode =>
  checkMarkup(text).count === 0 ? renderShadowText(text) : renderMarkup(name, text, showing);
