import type { VNode } from 'preact';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import { sayCheck } from '../../verifier/check-sentences.ts';
import type { Check, Verification } from '../../verifier/verification.ts';
import { isDoubt } from '../../verifier/verification.ts';
import type { EvidenceText } from '../sentences/writing.ts';
import { Icon } from './icon.tsx';

const marks = { holds: 'check', fails: 'cross', asks: 'ask', notes: 'minus' } as const;

/** A check that is neither held nor failed is for the reader to judge, or the verdict and the page tell it elsewhere. */
const lookOf = (check: Check): keyof typeof marks => {
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

/** Every check on a line: first those that fail, those left to the reader and remarks, then, folded, those that hold. */
export const renderChecks = ({ checks }: Verification, words: EvidenceText): VNode => {
  const looking = (look: keyof typeof marks): readonly Check[] => checks.filter((check) => lookOf(check) === look);
  const [failed, open, notes, held] = [looking('fails'), looking('asks'), looking('notes'), looking('holds')];
  const render = (check: Check): VNode => renderCheck(check, words);
  return (
    <section>
      <h2>{words.t('evidence.checks.heading')}</h2>
      <p>
        {words.t('evidence.checks.count', {
          held: held.length,
          failed: failed.length,
          open: open.length,
          notes: notes.length,
        })}
      </p>
      <ul class="checks">{[...failed, ...open, ...notes].map(render)}</ul>
      <details class="every">
        <summary>{words.t('evidence.checks.every')}</summary>
        <ul class="checks">{held.map(render)}</ul>
      </details>
    </section>
  );
};
