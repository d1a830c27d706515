import type { VNode } from 'preact';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import { sayCheck } from '../../verifier/check-sentences.ts';
import type { Check, Verification } from '../../verifier/verification.ts';
import type { Look } from '../describe/checks.ts';
import { countChecks, lookOf } from '../describe/checks.ts';
import type { EvidenceText } from '../describe/writing.ts';
import type { IconName } from './icon.tsx';
import { Icon } from './icon.tsx';

const marks = { holds: 'check', fails: 'cross', asks: 'ask', notes: 'minus' } as const satisfies Record<Look, IconName>;

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
