import type { VNode } from 'preact';
import { h } from 'preact';
import { shadowStyle } from './shadow-style.ts';

/**
 * The text of a notice in a shadow root, which isolates the ids, styles and open elements of texts published long
 * ago.
 */
export const renderShadowText = (text: string): VNode =>
  h(
    'div',
    null,
    h('template', {
      shadowrootmode: 'open',
      dangerouslySetInnerHTML: { __html: `<style>${shadowStyle}</style>\n${text}\n` },
    }),
  );
