import type { VNode } from 'preact';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import { sayCheck } from '../../verifier/check-sentences.ts';
import type { Check, Verification } from '../../verifier/verification.ts';
import { isDoubt } from '../../verifier/verification.ts';
import type { EvidenceText } from '../sentences/writing.ts';
import { Icon } from './icon.tsx';

const marks = { holds: 'check', fails: 'cross', asks: 'ask', notes: 'minus' } as const;

/** How something stands that was checked. */
type Look = keyof typeof marks;

/** A check that is neither held nor failed is for the reader to judge, or the verdict and the page tell it elsewhere. */
const lookOf = (check: Check): Look => {
  if (check.holds !== null) return check.holds ? 'holds' : 'fails';
  return isDoubt(check) ? 'asks' : 'notes';
};

const renderCheck = (check: Check, words: EvidenceText): VNode => {
  const look = lookOf(check);
  return (
    <li class={look}>
      <span class="mark">
        <Icon name={marks[look]} />
        {words.t(`evidence.checks.marks.${look}`)}
      </span>
      <span>
        <b>{words.t(`evidence.checks.names.${check.name}`)}</b>:{' '}
        <bdi lang="en">{escapeInvisible(sayCheck(check.saying))}</bdi>
      </span>
    </li>
  );
};

/** The names of the checks that fail, each once. */
export const listFailing = ({ checks }: Pick<Verification, 'checks'>, { t }: EvidenceText): string =>
  [
    ...new Set(checks.filter(({ holds }) => holds === false).map(({ name }) => t(`evidence.checks.names.${name}`))),
  ].join(', ');

const countLooks = ({ checks }: Verification, look: Look): number =>
  checks.filter((check) => lookOf(check) === look).length;

/** How many checks hold, fail, and are left to the reader. */
export const countChecks = (verification: Verification, { t }: EvidenceText): string =>
  t('evidence.checks.count', {
    held: countLooks(verification, 'holds'),
    failed: countLooks(verification, 'fails'),
    open: countLooks(verification, 'asks'),
    notes: countLooks(verification, 'notes'),
  });

/** Every check on a line: first those that fail, those left to the reader and remarks, then, folded, those that hold. */
export const renderCheckLines = ({ checks }: Verification, words: EvidenceText): VNode => {
  const linesOf = (...looks: readonly Look[]): readonly VNode[] =>
    looks.flatMap((look) => checks.filter((check) => lookOf(check) === look).map((check) => renderCheck(check, words)));
  return (
    <>
      <ul class="checks">{linesOf('fails', 'asks', 'notes')}</ul>
      <details class="every">
        <summary>{words.t('evidence.checks.every')}</summary>
        <ul class="checks">{linesOf('holds')}</ul>
      </details>
    </>
  );
};

/** The same below a heading with their count. */
export const renderChecks = (verification: Verification, words: EvidenceText): VNode => (
  <section>
    <h2>{words.t('evidence.checks.heading')}</h2>
    <p>{countChecks(verification, words)}</p>
    {renderCheckLines(verification, words)}
  </section>
);
