import { Fragment, h } from 'preact';
import { placeForDocument, putDocument } from '../../verifier/embedded-document.ts';
import { renderPage } from '../page.ts';
import { bundleApp } from './script.ts';
import { evidencePageStyle } from './style.ts';

const withoutScript = (hasDocument: boolean): string =>
  hasDocument
    ? 'This page needs JavaScript to show and verify its document. Open it in a browser that runs scripts; it sends nothing. Or verify the file with “consent-register evidence verify”.'
    : 'This page needs JavaScript to verify a document. Open it in a browser that runs scripts; it sends nothing. Or use “consent-register evidence verify”.';

const render = async (hasDocument: boolean): Promise<string> =>
  renderPage({
    title: hasDocument ? 'Evidence of a consent' : 'Verify the evidence of a consent',
    lang: 'en',
    style: evidencePageStyle,
    script: await bundleApp(),
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
            h('h1', null, 'Evidence of a consent'),
            h('p', { class: 'warning' }, withoutScript(hasDocument)),
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
