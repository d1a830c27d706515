import type { VNode } from 'preact';
import { tame } from '../../shared/schema/visible-text.ts';
import type { Verification } from '../../verifier/verification.ts';
import { writeTimes } from '../wording/times-in-text.ts';
import { describeVerdict } from '../wording/verdict.ts';
import { englishVerdict } from '../words/evidence/verification.ts';
import { pageEnglish } from '../words/evidence/eng.ts';

/** The source of the document. */
export interface Origin {
  /** Undefined for the page's own document. */
  readonly fileName: string | undefined;
  readonly fromPage: boolean;
}

const selfWarning = (
  <p class="warning">
    <strong>This page cannot vouch for itself.</strong> Somebody who changes the document can also change this page, and
    make it say anything. To be sure, get <code>verify.html</code> from the register or another place that you trust,
    open it, and drop this file and the key of the register onto it. It extracts the document and ignores this page.
  </p>
);

const nameOrigin = ({ fileName, fromPage }: Origin): string => {
  if (fileName === undefined) return 'The document in this page, by the page’s own account';
  return fromPage ? `The document in ${fileName}; the page around it was ignored` : fileName;
};

/** Since when nobody can have changed the consent, as far as the document proves it. */
const findTimes = ({ verdict, checks }: Verification): readonly string[] =>
  verdict === 'refused'
    ? []
    : checks.filter(({ name, part }) => name === 'log-time' && part !== 'notice').map(({ says }) => says);

const tell = (says: string): string => tame(writeTimes(says, pageEnglish.writing));

/**
 * The verdict in words. Only a valid document is green, and never the document of the page itself.
 *
 * @param hasKeys whether the reader gave a key
 */
export const renderVerdict = (verification: Verification, origin: Origin, hasKeys: boolean): VNode => {
  const isOwn = origin.fileName === undefined;
  const { heading, says, todo } = describeVerdict(verification, hasKeys, englishVerdict);
  const isOnlyOwn = isOwn && verification.verdict === 'valid';
  const look = isOnlyOwn ? 'own' : verification.verdict;
  return (
    <div>
      <div class={`verdict ${look}`}>
        <p class="remark">
          <bdi>{tame(nameOrigin(origin))}</bdi>
        </p>
        <h2>{isOnlyOwn ? `${heading}, says this page of itself` : heading}</h2>
        <p>{tell(says)}</p>
        {todo === undefined ? null : (
          <p>
            <strong>What to do:</strong> {tell(todo)}
          </p>
        )}
        {findTimes(verification).map((time) => (
          <p>{tell(time)}</p>
        ))}
      </div>
      {isOwn ? selfWarning : null}
    </div>
  );
};
