import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { Proof } from '../../../shared/consents/evidence.ts';
import { tame } from '../../notices/visible-text.ts';
import { isMarkup, renderMarkup, renderSource } from '../markup/framed-markup.ts';

/** Longer texts stand in a box of their own. */
const lineCharacters = 200;

const isLine = (text: string): boolean => text.length <= lineCharacters && !/[\r\n]/.test(text);

const renderMember = ([name, text]: [string, string]): VNode => {
  const shown = tame(name);
  if (isMarkup(text)) return html`<section><h3><bdi>${shown}</bdi></h3>${renderMarkup(shown, text)}</section>`;
  const value = isLine(text) ? html`<p><bdi>${tame(text)}</bdi></p>` : renderSource(shown, text);
  return html`<section><h3><bdi>${shown}</bdi></h3>${value}</section>`;
};

/**
 * What shows that the person acted, part by part: as text, and markup as it looked as well. All of it stands in a box, so that no
 * name of a part can pass for a heading of the page.
 */
export const renderProof = (proof: Proof): VNode =>
  html`<div class="told">${Object.entries(proof).map(renderMember)}</div>`;
