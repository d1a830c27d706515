import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { tame } from '../../shared/schema/visible-text.ts';
import type { Verification } from '../verification.ts';
import { describeVerdict } from '../wording/verdict.ts';
import { englishVerdict } from '../wording/words/english/verification.ts';

/** The source of the document. */
export interface Origin {
  /** Undefined for the page's own document. */
  readonly fileName: string | undefined;
  readonly fromPage: boolean;
}

const selfWarning = html`<p class="warning">
  <strong>This page cannot vouch for itself.</strong> Somebody who changes the document can also change this page, and make it say
  anything. To be sure, get <code>verify.html</code> from another place, open it, and drop this file onto it. It extracts the document and
  ignores this page.
</p>`;

const nameOrigin = ({ fileName, fromPage }: Origin): string => {
  if (fileName === undefined) return 'The document in this page';
  return fromPage ? `The document in ${fileName}; the page around it was ignored` : fileName;
};

/** Since when nobody can have changed the consent, as far as the document proves it. */
const findTimes = ({ verdict, checks }: Verification): readonly string[] =>
  verdict === 'refused'
    ? []
    : checks.filter(({ name, part }) => name === 'log-time' && part !== 'notice').map(({ says }) => says);

/**
 * The verdict in words. Only a valid document is green, and never the document of the page itself.
 *
 * @param hasKeys whether the reader gave a key
 */
export const renderVerdict = (verification: Verification, origin: Origin, hasKeys: boolean): VNode => {
  const isOwn = origin.fileName === undefined;
  const { heading, says } = describeVerdict(verification, hasKeys, englishVerdict);
  const look = isOwn && verification.verdict === 'valid' ? 'own' : verification.verdict;
  return html`<div>
    <div class=${`verdict ${look}`}>
      <p class="remark"><bdi>${tame(nameOrigin(origin))}</bdi></p>
      <h2>${isOwn ? `By its own account: ${heading.toLowerCase()}` : heading}</h2>
      <p>${tame(says)}</p>
      ${findTimes(verification).map((time) => html`<p>${tame(time)}</p>`)}
    </div>
    ${isOwn ? selfWarning : null}
  </div>`;
};
