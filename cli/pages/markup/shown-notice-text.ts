import type { VNode } from 'preact';
import { checkMarkup } from '../../notices/markup.ts';
import { englishMarkup, renderMarkup } from './framed-markup.ts';
import { renderShadowText } from './shadow-text.ts';

/** The text of a notice. What was published before there were rules for texts could leave its place, and goes into a frame. */
export const renderNoticeText = (text: string, words = englishMarkup, name = 'the text'): VNode =>
  checkMarkup(text).count === 0 ? renderShadowText(text) : renderMarkup(name, text, words);
