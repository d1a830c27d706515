import { readFile } from 'node:fs/promises';
import { Fragment, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { readOrMake } from '../../shared/runtime/installation.ts';
import { placeForDocument, putDocument } from '../../verifier/document.ts';
import { catalogues } from '../i18n/catalogues.ts';
import { languageTags } from '../i18n/index.ts';
import { renderPage } from './html-file.ts';
import { evidenceStyle } from './inline-frame.ts';

/** The place of the program, and what stands there without it. */
const place = h(
  'div',
  { id: 'app' },
  h(
    'noscript',
    null,
    h(
      'main',
      null,
      h('h1', null, catalogues.en['verify.title']),
      languageTags.map((lang) => h('p', { class: 'warning', lang }, catalogues[lang]['verify.withoutScript'])),
    ),
  ),
);

/** The same as HTML, for a page that a register serves. */
export const placeOfProgram = (): string => renderToString(place);

const render = async (hasDocument: boolean): Promise<string> =>
  renderPage({
    title: hasDocument ? catalogues.en['verify.title'] : catalogues.en['verify.emptyTitle'],
    lang: 'en',
    style: await readEvidenceStyle(),
    script: await readVerifier(),
    body: h(
      Fragment,
      null,
      place,
      h('div', { hidden: true, dangerouslySetInnerHTML: { __html: hasDocument ? placeForDocument : '' } }),
    ),
  });

/** The page that `putDocument` puts a document into, always the same. */
export const renderPlaceForEvidence = (): Promise<string> => render(true);

/**
 * The page that verifies signed documents: one file that needs no network, always the same for the same input.
 *
 * @param document the exact text of a document for the page to contain, show and verify; without it the page is `verify.html`, onto which people
 * drop a document
 */
export const renderEvidencePage = async (document?: string): Promise<string> =>
  document === undefined ? render(false) : putDocument(await renderPlaceForEvidence(), document);

/** The program of the page as one text: the same code gives the same text. */
export const readVerifier = (): Promise<string> =>
  readOrMake('verify.js', async () => (await import('../bundles.ts')).bundleVerifier());

/** The style of the parts that all pages about one consent share. */
export const partsStyle = `${evidenceStyle}
.state { font-size: 1.2rem; margin: 0.5rem 0 0; padding: 0.6rem 0.9rem; border-inline-start: 0.4rem solid; background: light-dark(#f1f1f1, #262626); }
.state.holds { border-color: light-dark(#1a7f37, #3fb950); }
.state.ended { border-color: light-dark(#b35900, #e0934a); }
.beside { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 0 2.5rem; }
ol.events { list-style: none; margin: 0; padding: 0; }
.events li { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 0.75rem; padding: 0.3rem 0; break-inside: avoid; }
.events .later { color: light-dark(#555, #b5b5b5); font-style: italic; }
@media (max-width: 34rem) {
  dl > div, .events li { grid-template-columns: 1fr; gap: 0; }
}
@media print {
  .text { box-decoration-break: clone; }
  .beside { grid-template-columns: 1fr 1fr; gap: 0 1.5rem; font-size: 0.92em; }
  .beside dl > div { grid-template-columns: 5.5rem minmax(0, 1fr); }
}`;

/** The style of the page that verifies, in addition to that of all pages: with the colours of the console. */
export const readEvidenceStyle = async (): Promise<string> => `${await readTokens()}${evidencePageStyle}`;

/** The colours and sizes that pages share, without what the file says about them. */
export const readTokens = (): Promise<string> =>
  readOrMake('tokens.css', async () => {
    const text = await readFile(new URL('../ui/tokens.css', import.meta.url), 'utf8');
    return text.replaceAll(/\/\*.*?\*\//gs, '').trimStart();
  });

const evidencePageStyle = `${partsStyle}
.framed { margin: 0.5rem 0; min-height: 2rem; }
.framed iframe { display: block; box-sizing: border-box; width: 100%; height: 2rem; max-height: max(20rem, 75vh); border: 1px solid GrayText; background: #fff; color-scheme: light; }
@media print { .framed iframe { max-height: none; } }
.icon { flex: none; width: 1.1em; height: 1.1em; vertical-align: -0.2em; }
.top { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem 1.5rem; margin-bottom: 0.75rem; }
.language { margin: 0; }
dl.opening { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(12.5rem, 100%), 1fr)); border: 1px solid var(--line); border-radius: var(--corner); background: var(--raised); }
dl.opening > div { display: block; padding: 0.75rem 1rem; border: 0; }
.opening dt { font-size: 0.85rem; }
.opening p { margin: 0.1rem 0 0; }
.opening dd > p:first-child { font-size: 1.05rem; font-weight: 600; line-height: 1.35; }
.badge { width: fit-content; padding: 0.05rem 0.6rem; border: 1px solid; border-inline-start-width: 0.4rem; border-radius: 0.3rem; }
.badge.holds { color: var(--good); } .badge.ended { color: var(--due); }
.verdict { margin: 0.75rem 0; padding: 0.6rem 1rem; border: 1px solid GrayText; border-inline-start-width: 0.4rem; border-radius: var(--corner); }
div.verdict { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.75rem; }
.verdict .icon { width: 1.4rem; height: 1.4rem; }
.verdict h2 { margin: 0; font-size: 1.15rem; line-height: 1.3; }
.verdict :is(p, details) { margin: 0.3rem 0 0; }
.verdict summary { padding: 0; font-weight: 400; }
.verdict.valid { border-color: var(--good); background: var(--good-ground); } .verdict.valid :is(.icon, h2) { color: var(--good); }
.verdict:is(.consistent, .doubtful) { border-color: var(--due); } .verdict.doubtful { background: var(--due-ground); } .verdict:is(.consistent, .doubtful) :is(.icon, h2) { color: var(--due); }
.verdict.refused { border-color: var(--bad); background: var(--bad-ground); } .verdict.refused :is(.icon, h2) { color: var(--bad); }
.intake { margin: 0.75rem 0; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: var(--corner); }
.intake h2 { margin: 0; font-size: 1.05rem; }
.intake > p { margin: 0.4rem 0; }
.picks { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 0.75rem 1.5rem; margin: 0.75rem 0; }
.pick { position: relative; }
.pick input { position: absolute; inline-size: 1px; block-size: 1px; opacity: 0; }
.pick label { display: grid; gap: 0.3rem; cursor: pointer; }
.button, button { width: fit-content; padding: 0.35rem 0.9rem; border: 1px solid var(--edge); border-radius: var(--corner); background: var(--raised); color: var(--ink); cursor: pointer; }
.button.chosen { border-color: var(--good); background: none; } .chosen .icon { color: var(--good); }
.pick label:hover .button, button:hover { border-color: var(--accent); }
.pick input:focus-visible + label .button { outline: 0.2rem solid var(--accent); outline-offset: 0.1rem; }
.field { display: grid; align-content: start; grid-template-columns: minmax(0, 1fr); gap: 0.3rem; margin: 0.75rem 0; }
.picks .field { margin: 0; }
@media (min-width: 50rem) { .picks .field { grid-area: 2 / 2; } }
input, button, select { font: inherit; max-width: 100%; box-sizing: border-box; white-space: normal; }
input:not([type=file]), select { padding: 0.35rem 0.5rem; border: 1px solid var(--edge); border-radius: var(--corner); background: var(--ground); color: var(--ink); }
:focus-visible { outline: 0.2rem solid var(--accent); outline-offset: 0.1rem; }
summary { cursor: pointer; padding: 0.4rem 0; font-weight: 600; }
.checked > summary h2 { display: inline; font-size: 1.05rem; }
.checked > summary .remark { font-weight: 400; }
.checks { list-style: none; margin: 0; padding: 0; }
.checks li { display: grid; grid-template-columns: 10rem minmax(0, 1fr); gap: 0.75rem; padding: 0.25rem 0; border-bottom: 1px solid var(--line); break-inside: avoid; }
.mark { font-weight: 600; } .mark .icon { margin-inline-end: 0.35em; }
.holds > .mark .icon { color: var(--good); }
.fails > .mark { color: var(--bad); }
.asks > .mark { color: var(--due); }
.records td > div { overflow-wrap: break-word; }
@media screen and (max-width: 46rem) {
  .records :is(tbody, tr) { display: block; } .records thead { position: absolute; clip-path: inset(50%); }
  .records tr { padding: 0.4rem 0; border-bottom: 1px solid var(--line); }
  .records td { display: grid; grid-template-columns: 8rem minmax(0, 1fr); gap: 0.75rem; padding: 0.15rem 0; border: 0; } .records td::before { content: attr(data-name); color: var(--soft); }
}
@media (max-width: 34rem) { dl.opening > div { padding-block: 0.4rem; } .checks li { grid-template-columns: 1fr; gap: 0; } }
@page { size: A4; margin: 18mm 16mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt system-ui, sans-serif; } }
@media print {
  .every::details-content { content-visibility: visible; display: block; height: auto; }
  .intake, .field, .language, button { display: none; }
  .verdict, .badge { print-color-adjust: exact; }
}`;
