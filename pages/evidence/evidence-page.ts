import { Fragment, h } from 'preact';
import { readOrMake } from '../../shared/runtime/installation.ts';
import { placeForDocument, putDocument } from '../../verifier/document.ts';
import { catalogues } from '../i18n/catalogues.ts';
import { languageTags } from '../i18n/index.ts';
import { renderPage } from '../page.ts';
import { partsStyle } from '../parts/style.ts';

const render = async (hasDocument: boolean): Promise<string> =>
  renderPage({
    title: hasDocument ? catalogues.en['verify.title'] : catalogues.en['verify.emptyTitle'],
    lang: 'en',
    style: evidencePageStyle,
    script: await readApp(),
    body: h(
      Fragment,
      null,
      h(
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
      ),
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

/** The style of the page that verifies, in addition to that of all pages. */
const evidencePageStyle = `${partsStyle}
h1 { margin-bottom: 1rem; }
.framed { margin: 0.5rem 0; min-height: 2rem; }
.framed iframe { display: block; box-sizing: border-box; width: 100%; height: 2rem; max-height: max(20rem, 75vh); border: 1px solid GrayText; background: #fff; color-scheme: light; }
@media print { .framed iframe { max-height: none; } }
.language { margin: 0; text-align: end; }
.verdict { margin: 0 0 1rem; padding: 0.75rem 1.25rem; border: 0.2rem solid GrayText; border-inline-start-width: 0.8rem; }
.verdict h2 { margin: 0; font-size: clamp(1.6rem, 6vw, 2.4rem); line-height: 1.15; }
.verdict p { margin: 0.4rem 0; }
.verdict.valid { border-color: light-dark(#1a7f37, #3fb950); } .verdict.valid h2 { color: light-dark(#14672c, #56d364); }
.verdict:is(.consistent, .doubtful) { border-color: light-dark(#9a5b00, #e0934a); } .verdict:is(.consistent, .doubtful) h2 { color: light-dark(#8a4b00, #f0a95e); }
.verdict.refused { border-color: light-dark(#b00020, #ff7b72); } .verdict.refused h2 { color: light-dark(#b00020, #ff8f87); }
.intake { margin: 1.5rem 0; padding: 0 1.25rem 0.5rem; border: 0.15rem dashed GrayText; }
.intake h2 { margin-top: 1rem; }
.field { display: grid; align-content: start; grid-template-columns: minmax(0, 1fr); gap: 0.3rem; margin: 0.75rem 0; }
input, button, select { font: inherit; max-width: 100%; box-sizing: border-box; white-space: normal; }
input[type=file] { font-size: 0; } ::file-selector-button { font-size: 1rem; }
input:not([type=file]) { padding: 0.35rem 0.5rem; border: 1px solid GrayText; background: Field; color: FieldText; }
:focus-visible { outline: 0.2rem solid light-dark(#0b57d0, #a8c7fa); outline-offset: 0.1rem; }
summary { cursor: pointer; padding: 0.4rem 0; font-weight: 600; }
.checks { list-style: none; margin: 0; padding: 0; }
.checks li { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: 0.75rem; padding: 0.25rem 0; border-bottom: 1px solid light-dark(#ddd, #444); break-inside: avoid; }
.mark { font-weight: 600; }
.fails .mark { color: light-dark(#b00020, #ff8f87); }
.asks .mark { color: light-dark(#8a4b00, #f0a95e); }
.wide { overflow-x: auto; } .wide table { min-width: 36rem; } .wide :is(th, td) { overflow-wrap: normal; }
@media (max-width: 34rem) { .checks li { grid-template-columns: 1fr; gap: 0; } .intake { padding-inline: 0.75rem; } }
@page { size: A4; margin: 18mm 16mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt system-ui, sans-serif; } }
@media print {
  .every::details-content { content-visibility: visible; display: block; height: auto; }
  .intake, .field, .language, button { display: none; } 
  .wide { overflow: visible; }
}`;

/** The program of the page as one text: the same code gives the same text. */
const readApp = (): Promise<string> =>
  readOrMake('verify.js', async () => (await import('../bundles.ts')).bundleVerifier());
