import type { VNode } from 'preact';
import { renderMarkup } from '../../markup/framed-markup.ts';
import type { EvidenceWords } from '../../words/evidence/words.ts';
import { newMarkupShowing } from '../markup/framed-markup.tsx';

/** The HTML of a notice: as people read it, in a frame, and its source. It names what was left out only if there is something. */
export const renderNoticeMarkup = (text: string, words: EvidenceWords): VNode => {
  const { markup } = words;
  const leftOut = (list: string): string => (list === '' ? '' : markup.leftOut(list));
  return renderMarkup(words.texts.theText, text, newMarkupShowing({ ...words, markup: { ...markup, leftOut } }));
};
