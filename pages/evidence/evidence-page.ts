import { Fragment, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { readOrMake } from '../../shared/runtime/installation.ts';
import { placeForDocument, putDocument } from '../../verifier/document.ts';
import { renderPage } from '../html-file.ts';
import { catalogues } from '../i18n/catalogues.ts';
import { languageTags } from '../i18n/index.ts';
import { readEvidenceStyle } from './evidence-style.ts';

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
