import type { JSX } from 'preact';
import { h } from 'preact';
import { commandEnglish } from '../describe/command-text.ts';
import { checkMarkup } from '../html/lint.ts';
import type { InertMarkup } from '../html/sanitise.ts';
import { sanitise } from '../html/sanitise-in-node.ts';
import type { DrawLooks, MarkupShowing } from '../ui/markup.ts';
import { describeLeftOut, frameStyle, Markup, newMarkupWords, SourceAlone } from '../ui/markup.ts';

/** Draws markup in a frame without scripts, requests or navigation. Its content is part of the page, so it needs no file. */
export const drawInlineFrame: DrawLooks = (name, text, source, words) => {
  const inert = sanitise(text);
  if (inert === undefined) return h(SourceAlone, { reason: h('p', { class: 'remark' }, words.tooLong), source, words });
  const style = `--lines: ${estimateLines(inert)}`;
  return h(
    'div',
    null,
    h('iframe', { class: 'looks', style, sandbox: '', title: words.looks(name), srcdoc: toDocument(inert) }),
    h('p', { class: 'remark screen' }, describeLeftOut(inert, words)),
    h('h4', null, words.asWritten),
    source,
  );
};

/** How English pages show markup. */
export const englishShowing: MarkupShowing = { words: newMarkupWords(commandEnglish.t), drawLooks: drawInlineFrame };

/** The text of a notice. Texts that were not checked when they were published could leave their place, so they go into a frame. */
export const renderNoticeText = (text: string, showing = englishShowing, name = 'the text'): JSX.Element =>
  checkMarkup(text).findings.length === 0 ? renderShadowText(text) : h(Markup, { name, text, showing });

const policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";

/** A document that may do nothing, even if it is opened outside the page. */
const toDocument = ({ body, style }: InertMarkup): string =>
  [
    '<!doctype html><html lang="und"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="color-scheme" content="light"><meta name="referrer" content="no-referrer"><title>Proof</title>',
    `<style>${frameStyle}</style><style>${style}</style></head><body>${body}</body></html>`,
  ].join('');

/** Elements that usually begin a line. */
const lineElements = /<(?:blockquote|br|dd|div|dt|fieldset|h[1-6]|hr|label|legend|li|p|pre|textarea|tr)[ >]/g;

/** Characters of a line on a telephone. */
const lineCharacters = 40;

/** About how many lines markup has. A page cannot look into its frame, and a short form in a high one looks like nothing. */
export const estimateLines = ({ body }: Pick<InertMarkup, 'body'>): number => {
  const text = body.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  return (body.match(lineElements)?.length ?? 0) + Math.ceil(text.trim().length / lineCharacters);
};

/** The style of a notice's text in a shadow root, which the page's rules do not reach. */
const shadowStyle = `
table { display: block; overflow-x: auto; border-collapse: collapse; }
th, td { border: 1px solid GrayText; padding: 0.25rem 0.5rem; vertical-align: top; }
pre { overflow-x: auto; }
@media print { table { display: table; } pre { white-space: pre-wrap; } }`;

/** In a shadow root, which keeps the ids and rules of the text and of the page apart. */
const renderShadowText = (text: string): JSX.Element =>
  h(
    'div',
    null,
    h('template', {
      shadowrootmode: 'open',
      dangerouslySetInnerHTML: { __html: `<style>${shadowStyle}</style>\n${text}\n` },
    }),
  );

/** The style of a page that frames markup. */
export const framedStyle = `
.remark { color: light-dark(#555, #b5b5b5); font-size: 0.9rem; }
.looks { box-sizing: border-box; width: 100%; height: min(24rem, 70vh, var(--lines) * 1.8rem + 2rem); border: 1px solid GrayText; background: #fff; resize: vertical; }
.source { margin: 0; padding: 0.75rem; max-height: 24rem; overflow: auto; font: 0.85rem/1.45 ui-monospace, monospace; background: light-dark(#f6f6f6, #1d1d1d); }
@media print {
  .looks, .screen { display: none; }
  .source { max-height: none; overflow: visible; padding: 0; background: none; }
}`;

/** The style of pages about consents: facts, texts and proofs. */
export const evidenceStyle = `${framedStyle}
h3 { font-size: 1.05rem; margin: 1.25rem 0 0.5rem; break-after: avoid; }
h4 { font-size: 0.95rem; margin: 1rem 0 0.4rem; break-after: avoid; }
.warning { padding: 0.6rem 0.9rem; border: 2px solid light-dark(#b35900, #e0934a); }
dl { margin: 0; }
dl > div { display: grid; grid-template-columns: 8rem minmax(0, 1fr); gap: 0.75rem; padding: 0.3rem 0; border-bottom: 1px solid light-dark(#ddd, #444); break-inside: avoid; }
dt { color: light-dark(#555, #b5b5b5); } dd { margin: 0; }
.text { padding: 0 1.25rem 0.5rem; border: 1px solid GrayText; }
.told { overflow: clip; padding: 0 1rem 0.75rem; border: 1px dashed GrayText; }
.told > section:first-child > h3 { margin-top: 0.75rem; }
code { font-family: ui-monospace, monospace; font-size: 0.9em; }
footer { margin-top: 2.5rem; padding-top: 0.75rem; border-top: 1px solid GrayText; }
`;
