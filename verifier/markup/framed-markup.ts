import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { tameLines } from '../../shared/schema/visible-text.ts';
import type { MarkupWords } from '../wording/words/page-words.ts';
import type { InertMarkup, MakeInert } from './inert-markup.ts';

const policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";

/**
 * Sites are made for light; fields that cannot be used look as they did. Columns within columns keep a browser busy for ever: what the first
 * layer says is important no later style changes.
 */
export const frameStyle = `@layer { *, ::before, ::after { columns: auto !important; } ::details-content { columns: auto !important; } }
:where(body) { font-family: system-ui, sans-serif; overflow-wrap: break-word; }
a { text-decoration: underline; } :where(input:disabled, select:disabled, textarea:disabled, button:disabled) { color: FieldText; opacity: 1; }`;

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

/** Draws markup of somebody else as it looked, and says what was left out of it, or that it cannot be shown so. */
export type DrawLooks = (name: string, text: string, words: MarkupWords) => VNode;

/** How a page shows markup. */
export interface MarkupShowing {
  readonly words: MarkupWords;
  readonly drawLooks: DrawLooks;
  /** Whether what it draws prints whole. Where it does not, what is written stands open below, and prints instead. */
  readonly printsLooks?: boolean;
  /** Characters that may yet be drawn at once, where other texts were drawn before; by default as many as a browser draws. */
  readonly room?: number;
  /** Puts away what takes a browser long to draw, until the reader asks for it; a page without a script draws all. */
  readonly fold?: (name: string, characters: number, render: () => VNode) => VNode;
}

/** Characters that a browser draws at once. */
export const drawnAtOnce = 200_000;

const foldLong = (
  text: string,
  { fold, room = drawnAtOnce }: MarkupShowing,
  name: string,
  render: () => VNode,
): VNode => (fold && text.length > room ? fold(name, text.length, render) : render());

/** What was left out of markup, in words. */
export const describeLeftOut = ({ leftOut }: InertMarkup, words: MarkupWords): string =>
  words.leftOut([...leftOut].map(([name, count]) => `${name} (${count})`).join(', '));

/** Whether a text is markup that a browser shows otherwise than it is written. */
export const isMarkup = (text: string): boolean => /<[a-z][^<>]*>/i.test(text);

/** What a proof says, with all that nobody sees in it. It is what prints: a frame would be cut off. */
const renderLines = (name: string, text: string): VNode => html`
  <pre class="source" dir="ltr" role="group" tabindex="0" aria-label=${name}>${tameLines(text)}</pre>
`;

/** The same, put away where it is long and the page can do so. */
export const renderSource = (name: string, text: string, showing: MarkupShowing): VNode =>
  foldLong(text, showing, name, () => renderLines(name, text));

/** Draws markup in a frame without scripts, requests and ways out, which stands in the page as text and needs no file. */
export const drawInlineFrame =
  (makeInert: MakeInert): DrawLooks =>
  (name, text, words) => {
    const inert = makeInert(text);
    return inert
      ? html`<iframe class="looks" sandbox="" title=${words.looks(name)} srcdoc=${toDocument(inert)}></iframe>
          <p class="remark screen">${describeLeftOut(inert, words)}</p>`
      : html`<p class="remark">${words.tooLong}</p>`;
  };

/** Markup of somebody else as it looked, and below it as it is written. */
export const renderMarkup = (name: string, text: string, showing: MarkupShowing): VNode => {
  const { words, drawLooks, printsLooks } = showing;
  const drawing = foldLong(text, showing, words.looks(name), () => drawLooks(name, text, words));
  const source = renderSource(words.source(name), text, showing);
  return printsLooks
    ? html`<div>${drawing}<details><summary>${words.asWritten}</summary>${source}</details></div>`
    : html`<div>${drawing}<h4>${words.asWritten}</h4>${source}</div>`;
};
