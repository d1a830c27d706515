import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { tameLines } from '../../shared/schema/visible-text.ts';
import type { InertMarkup, MakeInert } from './inert-markup.ts';

const policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";

/** Sites are made for light; fields that cannot be used look as they did. */
const frameStyle = `:where(body) { font-family: system-ui, sans-serif; overflow-wrap: break-word; }
a { text-decoration: underline; } :where(input, select, textarea, button):disabled { color: FieldText; opacity: 1; }`;

/** How a page looks that frames markup. */
export const framedStyle = `
.remark { color: light-dark(#555, #b5b5b5); font-size: 0.9rem; }
.looks { box-sizing: border-box; width: 100%; height: min(24rem, 70vh); border: 1px solid GrayText; background: #fff; resize: vertical; }
.source { margin: 0; padding: 0.75rem; max-height: 24rem; overflow: auto; font: 0.85rem/1.45 ui-monospace, monospace; background: light-dark(#f6f6f6, #1d1d1d); }
@media print {
  .looks, .screen { display: none; }
  .source { max-height: none; overflow: visible; padding: 0; background: none; }
}`;

/** A document that may do nothing even where it is opened by itself. */
const toDocument = ({ body, style }: InertMarkup): string =>
  [
    '<!doctype html><html lang="und"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="color-scheme" content="light"><meta name="referrer" content="no-referrer"><title>Proof</title>',
    `<style>${frameStyle}</style><style>${style}</style></head><body>${body}</body></html>`,
  ].join('');

/** What is said around markup, in the language of the page. */
export interface MarkupWords {
  readonly looks: (name: string) => string;
  readonly source: (name: string) => string;
  readonly asWritten: string;
  /** @param list names with counts, empty for nothing */
  readonly leftOut: (list: string) => string;
  readonly tooLong: string;
}

/** For pages in English. */
export const englishMarkup: MarkupWords = {
  looks: (name) => `How ${name} looks`,
  source: (name) => `Source of ${name}`,
  asWritten: 'As it is written',
  leftOut: (list) =>
    list === ''
      ? 'Nothing was left out. Fields cannot be used.'
      : `Left out, so that nothing runs or is loaded: ${list}. Fields cannot be used.`,
  tooLong: 'It is too long or too deep to be shown as it looked.',
};

/** How a page shows markup. */
export interface MarkupShowing {
  readonly words: MarkupWords;
  readonly makeInert: MakeInert;
  /** Puts away what takes a browser long to draw, until the reader asks for it; a page without a script draws all. */
  readonly fold?: (summary: string, render: () => VNode) => VNode;
}

/** Characters that a browser draws at once. */
const drawnAtOnce = 200_000;

const foldLong = (text: string, { fold }: MarkupShowing, summary: string, render: () => VNode): VNode =>
  fold && text.length > drawnAtOnce
    ? fold(`${summary} (${text.length.toLocaleString('en')} characters)`, render)
    : render();

const listLeftOut = ({ leftOut }: InertMarkup): string =>
  [...leftOut].map(([name, count]) => `${name} (${count})`).join(', ');

/** Whether a text is markup that a browser shows otherwise than it is written. */
export const isMarkup = (text: string): boolean => /<[a-z][^<>]*>/i.test(text);

/** What a proof says, with all that nobody sees in it. It is what prints: a frame would be cut off. */
const renderLines = (name: string, text: string): VNode => html`
  <pre class="source" dir="ltr" role="group" tabindex="0" aria-label=${name}>${tameLines(text)}</pre>
`;

/** The same, put away where it is long and the page can do so. */
export const renderSource = (name: string, text: string, showing: MarkupShowing): VNode =>
  foldLong(text, showing, name, () => renderLines(name, text));

/** Markup of somebody else as it looked, in a frame without scripts, requests and ways out; a remark where it cannot be shown so. */
const renderLooks = (name: string, text: string, { words, makeInert }: MarkupShowing): VNode => {
  const inert = makeInert(text);
  return inert
    ? html`<iframe class="looks" sandbox="" title=${words.looks(name)} srcdoc=${toDocument(inert)}></iframe>
        <p class="remark screen">${words.leftOut(listLeftOut(inert))}</p>`
    : html`<p class="remark">${words.tooLong}</p>`;
};

/** The same, and below it as it is written. */
export const renderMarkup = (name: string, text: string, showing: MarkupShowing): VNode => {
  const { asWritten, source, looks } = showing.words;
  const drawing = foldLong(text, showing, looks(name), () => renderLooks(name, text, showing));
  return html`<div>${drawing}<h4>${asWritten}</h4>${renderSource(source(name), text, showing)}</div>`;
};
