import type { VNode } from 'preact';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import { sayCheck } from '../../verifier/check-sentences.ts';
import type { Check, Verification } from '../../verifier/verification.ts';
import type { Look } from '../describe/checks.ts';
import { countChecks, lookOf } from '../describe/checks.ts';
import { Part } from './facts.ts';
import type { IconName } from './icon.tsx';
import { Icon } from './icon.tsx';
import { useWords } from './words.ts';

const marks = { holds: 'check', fails: 'cross', asks: 'ask', notes: 'minus' } as const satisfies Record<Look, IconName>;

const Line = ({ check }: { readonly check: Check }): VNode => {
  const { t } = useWords();
  const look = lookOf(check);
  return (
    <li class={look}>
      <span class="mark">
        <Icon name={marks[look]} />
        {t(`evidence.checks.marks.${look}`)}
      </span>
      <span>
        <b>{t(`evidence.checks.names.${check.name}`)}</b>:{' '}
        <bdi lang="en">{escapeInvisible(sayCheck(check.saying))}</bdi>
      </span>
    </li>
  );
};

interface CheckProps {
  readonly verification: Verification;
}

/** Every check on a line: first those that fail, those left to the reader and remarks, then, folded, those that hold. */
export const CheckLines = ({ verification: { checks } }: CheckProps): VNode => {
  const { t } = useWords();
  const linesOf = (...looks: readonly Look[]): readonly VNode[] =>
    looks.flatMap((look) => checks.filter((check) => lookOf(check) === look).map((check) => <Line check={check} />));
  return (
    <>
      <ul class="checks">{linesOf('fails', 'asks', 'notes')}</ul>
      <details class="every">
        <summary>{t('evidence.checks.every')}</summary>
        <ul class="checks">{linesOf('holds')}</ul>
      </details>
    </>
  );
};

/** The same below a heading with their count. */
export const Checks = ({ verification }: CheckProps): VNode => {
  const words = useWords();
  return (
    <Part heading={words.t('evidence.checks.heading')}>
      <p>{countChecks(verification, words)}</p>
      <CheckLines verification={verification} />
    </Part>
  );
};
