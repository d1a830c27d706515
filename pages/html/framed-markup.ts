import type { JSX, VNode } from 'preact';
import { Fragment, h } from 'preact';
import { escapeInvisibleLines } from '../../shared/schema/visible-text.ts';
import type { Translate } from '../i18n/format.ts';
import type { InertMarkup, MakeInert } from './inert-markup.ts';

const policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";

/**
 * Most sites are light, and unusable fields keep their look. Nested columns can keep a browser busy for ever, so the first layer forbids them:
 * no later style overrides its important rules.
 */
export const frameStyle = `@layer { *, ::before, ::after { columns: auto !important; } ::details-content { columns: auto !important; } }
:where(body) { font-family: system-ui, sans-serif; overflow-wrap: break-word; }
a { text-decoration: underline; } :where(input:disabled, select:disabled, textarea:disabled, button:disabled) { color: FieldText; opacity: 1; }`;

/** The style of a page that frames markup. */
export const framedStyle = `
.remark { color: light-dark(#555, #b5b5b5); font-size: 0.9rem; }
.looks { box-sizing: border-box; width: 100%; height: min(24rem, 70vh, var(--lines) * 1.8rem + 2rem); border: 1px solid GrayText; background: #fff; resize: vertical; }
.source { margin: 0; padding: 0.75rem; max-height: 24rem; overflow: auto; font: 0.85rem/1.45 ui-monospace, monospace; background: light-dark(#f6f6f6, #1d1d1d); }
@media print {
  .looks, .screen { display: none; }
  .source { max-height: none; overflow: visible; padding: 0; background: none; }
}`;

/** A document that may do nothing, even if it is opened outside the page. */
const toDocument = ({ body, style }: InertMarkup): string =>
  [
    '<!doctype html><html lang="und"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="color-scheme" content="light"><meta name="referrer" content="no-referrer"><title>Proof</title>',
    `<style>${frameStyle}</style><style>${style}</style></head><body>${body}</body></html>`,
  ].join('');

/** What stands around markup, in the language of the page. */
export interface MarkupWords {
  readonly looks: (name: string) => string;
  readonly source: (name: string) => string;
  readonly asWritten: string;
  /** @param list names with counts, empty for nothing */
  readonly leftOut: (list: string) => string;
  readonly tooLong: string;
}

export const newMarkupWords = (t: Translate): MarkupWords => ({
  looks: (name) => t('evidence.markup.looks', { name }),
  source: (name) => t('evidence.markup.source', { name }),
  asWritten: t('evidence.markup.asWritten'),
  leftOut: (list) => t('evidence.markup.leftOut', { list: list === '' ? 'none' : list }),
  tooLong: t('evidence.markup.tooLong'),
});

/** Draws third-party markup as it looked, and says what was left out, or that it cannot be shown. */
export type DrawLooks = (name: string, text: string, words: MarkupWords) => VNode;

/** How a page shows markup. */
export interface MarkupShowing {
  readonly words: MarkupWords;
  readonly drawLooks: DrawLooks;
  /** Whether the drawing prints whole. If not, the source is open below and prints instead. */
  readonly printsLooks?: boolean;
  /** Characters that may still be drawn at once after earlier texts; by default the browser's limit. */
  readonly room?: number;
  /** Folds content that takes long to draw until the reader opens it. A page without a script draws everything. */
  readonly fold?: (name: string, characters: number, render: () => VNode) => VNode;
}

/** How many characters a browser draws at once. */
export const drawnAtOnce = 200_000;

const foldLong = (
  text: string,
  { fold, room = drawnAtOnce }: MarkupShowing,
  name: string,
  render: () => VNode,
): VNode => (fold && text.length > room ? fold(name, text.length, render) : render());

/** The elements left out of markup, in words. */
export const describeLeftOut = ({ leftOut }: InertMarkup, words: MarkupWords): string =>
  words.leftOut([...leftOut].map(([name, count]) => `${name} (${count})`).join(', '));

/** Whether a browser shows a text differently from its source. */
export const isMarkup = (text: string): boolean => /<[a-z][^<>]*>/i.test(text);

/** The source of a proof, with its invisible characters. It prints, because a frame would be cut off. */
const renderLines = (name: string, text: string): VNode =>
  h('pre', { class: 'source', dir: 'ltr', role: 'group', tabindex: 0, 'aria-label': name }, escapeInvisibleLines(text));

/** The same, folded if it is long and the page can fold. */
export const renderSource = (name: string, text: string, showing: MarkupShowing): VNode =>
  foldLong(text, showing, name, () => renderLines(name, text));

/** Elements that usually begin a line. */
const lineElements = /<(?:blockquote|br|dd|div|dt|fieldset|h[1-6]|hr|label|legend|li|p|pre|textarea|tr)[ >]/g;

/** Characters of a line on a telephone. */
const lineCharacters = 40;

/** About how many lines markup has. A page cannot look into its frame, and a short form in a high one looks like nothing. */
export const estimateLines = ({ body }: Pick<InertMarkup, 'body'>): number => {
  const text = body.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  return (body.match(lineElements)?.length ?? 0) + Math.ceil(text.trim().length / lineCharacters);
};

/** Draws markup in a frame without scripts, requests or navigation. Its content is part of the page, so it needs no file. */
export const drawInlineFrame =
  (makeInert: MakeInert): DrawLooks =>
  (name, text, words): JSX.Element => {
    const inert = makeInert(text);
    if (inert === undefined) return h('p', { class: 'remark' }, words.tooLong);
    const style = `--lines: ${estimateLines(inert)}`;
    return h(
      Fragment,
      null,
      h('iframe', { class: 'looks', style, sandbox: '', title: words.looks(name), srcdoc: toDocument(inert) }),
      h('p', { class: 'remark screen' }, describeLeftOut(inert, words)),
    );
  };

/** Third-party markup as it looked, with its source below. */
export const renderMarkup = (name: string, text: string, showing: MarkupShowing): VNode => {
  const { words, drawLooks, printsLooks } = showing;
  const drawing = foldLong(text, showing, words.looks(name), () => drawLooks(name, text, words));
  const source = renderSource(words.source(name), text, showing);
  return printsLooks
    ? h('div', null, drawing, h('details', null, h('summary', null, words.asWritten), source))
    : h('div', null, drawing, h('h4', null, words.asWritten), source);
};
