import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { tame } from '../../shared/schema/visible-text.ts';
import type { Check, Verification } from '../verification.ts';

/** Where the page found the document. */
export interface Origin {
  /** Undefined for the document that the page itself has. */
  readonly fileName: string | undefined;
  readonly fromPage: boolean;
}

interface Words {
  readonly heading: string;
  readonly says: string;
}

const placesOf = (checks: readonly Check[]): string =>
  [...new Set(checks.filter(({ holds }) => holds === false).map(({ part }) => part))].join(', ');

/** A reader who sees green must see as well that something is left to judge. */
const describeOpen = ({ checks }: Verification): string => {
  const open = checks.filter(({ holds, name }) => holds === null && name !== 'signer').length;
  if (open === 0) return '';
  return ` But ${open === 1 ? 'one thing is' : `${open} things are`} for you to judge: read below what was checked before you rely on it.`;
};

const adviseOnSigner = (hasKeys: boolean): string =>
  hasKeys
    ? 'The key that you gave did not sign it. If that is the key of the register, the register did not sign it with that key.'
    : 'Give the key of the register below, and this page says whether the register signed it.';

const words = {
  valid: (verification: Verification): Words => ({
    heading: 'Valid',
    says: `Nothing has changed since it was signed, and you know the key that signed it from ${verification.signer?.whence ?? ''}. This proves what the register said, not that the site told the register the truth.${describeOpen(verification)}`,
  }),
  consistent: (verification: Verification, hasKeys: boolean): Words => ({
    heading: 'Consistent, signer unknown',
    says: `Nothing has changed since it was signed, but you do not know who signed it: anybody can make such a document with a key of their own. ${adviseOnSigner(hasKeys)}${describeOpen(verification)}`,
  }),
  refused: ({ checks }: Verification): Words => ({
    heading: 'Refused',
    says: `Do not rely on this document. It fails in: ${placesOf(checks)}. This page does not show what the document says, because somebody may have changed it.`,
  }),
} as const satisfies Readonly<Record<Verification['verdict'], (verification: Verification, hasKeys: boolean) => Words>>;

const selfWarning = html`<p class="warning">
  <strong>This page cannot vouch for itself.</strong> Somebody who changes the document can change this page too, and make it say
  anything. To be sure, get <code>verify.html</code> from another place, open it, and drop this file onto it. It takes the document out and
  ignores this page.
</p>`;

const nameOrigin = ({ fileName, fromPage }: Origin): string => {
  if (fileName === undefined) return 'The document in this page';
  return fromPage ? `The document in ${fileName}; the page around it was ignored` : fileName;
};

/**
 * The verdict in words. Green is for what is valid alone, and never for what a page says of the document that it came with.
 *
 * @param hasKeys whether the reader gave a key
 */
export const renderVerdict = (verification: Verification, origin: Origin, hasKeys: boolean): VNode => {
  const isOwn = origin.fileName === undefined;
  const { heading, says } = words[verification.verdict](verification, hasKeys);
  const look = isOwn && verification.verdict === 'valid' ? 'own' : verification.verdict;
  return html`<div>
    <div class=${`verdict ${look}`}>
      <p class="remark"><bdi>${tame(nameOrigin(origin))}</bdi></p>
      <h2>${isOwn ? `By its own account: ${heading.toLowerCase()}` : heading}</h2>
      <p>${tame(says)}</p>
    </div>
    ${isOwn ? selfWarning : null}
  </div>`;
};

const marks = new Map([
  [true, ['holds', '✓', 'Holds']],
  [false, ['fails', '✗', 'Fails']],
  [null, ['asks', '?', 'Judge it yourself']],
] as const);

const renderCheck = ({ holds, part, says }: Check): VNode => {
  const [look = '', sign = '', word = ''] = marks.get(holds) ?? [];
  return html`<li class=${look}>
    <span class="mark"><span aria-hidden="true">${sign} </span>${word}</span>
    <span><b>${part}</b>: <bdi>${tame(says)}</bdi></span>
  </li>`;
};

const countChecks = (failed: number, open: number, held: number): string =>
  `${[
    `${held} ${held === 1 ? 'check holds' : 'checks hold'}`,
    failed === 0 ? 'none fails' : `${failed} ${failed === 1 ? 'fails' : 'fail'}`,
    ...(open === 0 ? [] : [`${open} ${open === 1 ? 'is' : 'are'} for you to judge`]),
  ].join(', ')}.`;

/** Every check, line by line: first what fails or is to be judged, then, folded up, what holds. */
export const renderChecks = ({ checks }: Verification): VNode => {
  const failed = checks.filter(({ holds }) => holds === false);
  const open = checks.filter(({ holds }) => holds === null);
  const held = checks.filter(({ holds }) => holds === true);
  return html`<section>
    <h2>What was checked</h2>
    <p>${countChecks(failed.length, open.length, held.length)}</p>
    <ul class="checks">${[...failed, ...open].map(renderCheck)}</ul>
    <details class="every">
      <summary>Every check that holds</summary>
      <ul class="checks">${held.map(renderCheck)}</ul>
    </details>
  </section>`;
};
