import type { VNode } from 'preact';
import { useWords } from '../language.ts';
import type { StateName } from '../../words/console/words.ts';

/** The sign and the colour of a state. Signs differ by shape. */
const looks: Readonly<Record<StateName, readonly [sign: string, kind: 'holds' | 'ended' | 'gone']>> = {
  active: ['✓', 'holds'],
  revoked: ['✕', 'ended'],
  expired: ['◷', 'ended'],
  superseded: ['↻', 'ended'],
  erased: ['∅', 'gone'],
};

/** The state of a consent as one word with a sign. */
export const StateMark = ({ state }: { readonly state: StateName }): VNode => {
  const { states } = useWords('parts');
  const [sign, kind] = looks[state];
  return (
    <span class={`state-mark ${kind}`}>
      <span aria-hidden="true">{sign}</span>
      {states[state]}
    </span>
  );
};
