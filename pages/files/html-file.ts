import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { ComponentChildren } from 'preact';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { toBase64 } from '../../shared/log/note.ts';

/** Forbids all requests, and all scripts except the page's own. */
const policyOf = (script: string | undefined): string =>
  [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src 'sha256-${toBase64(sha256(utf8ToBytes(script)))}'`]),
    "style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'",
  ].join('; ');

/** The style of all pages. */
export const commonStyle = `
:root { color-scheme: light dark; background: Canvas; color: CanvasText; }
body { margin: 0 auto; padding: 1.5rem clamp(1rem, 5vw, 3rem) 4rem; max-width: 60rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
header { border-bottom: 1px solid GrayText; padding-bottom: 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0; }
h2 { font-size: 1.2rem; line-height: 1.3; margin: 2rem 0 0.75rem; break-after: avoid; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid GrayText; padding: 0.3rem 0.75rem 0.3rem 0; text-align: start; vertical-align: top; }
thead { display: table-header-group; }
tr, figure { break-inside: avoid; }
figure { margin: 1rem 0; }
pre { white-space: pre-wrap; }
@media print { body { max-width: none; padding: 0; font-size: 10.5pt; } }`;

/** What a page is made of. */
export interface Page {
  readonly title: string;
  /** Language of the page itself (BCP 47). */
  readonly lang: string;
  /** Rules of its own, after the common ones. */
  readonly style?: string;
  readonly body: ComponentChildren;
  /** The script at its end. It contains no text by others. */
  readonly script?: string;
}

/** One HTML file for reading, printing and filing without a network: it loads nothing, and runs only its own script. */
export const renderPage = ({ title, lang, style = '', body, script }: Page): string => {
  const head = h(
    'head',
    null,
    h('meta', { charset: 'utf-8' }),
    h('meta', { 'http-equiv': 'Content-Security-Policy', content: policyOf(script) }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('meta', { name: 'referrer', content: 'no-referrer' }),
    h('title', null, title),
    h('style', { dangerouslySetInnerHTML: { __html: commonStyle + style } }),
  );
  const program = script === undefined ? null : h('script', { dangerouslySetInnerHTML: { __html: script } });
  return `<!doctype html>\n${renderToString(h('html', { lang }, head, h('body', null, body, program)))}\n`;
};
