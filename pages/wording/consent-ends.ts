import type { ConsentState } from '../../shared/consents/state.ts';
import type { TimesStatement } from '../../shared/evidence/state-schema.ts';

/** Something that ends a consent. */
interface End {
  readonly state: Exclude<ConsentState, 'active'>;
  readonly time: string;
}

/** If two come at the same moment, the earlier one here decides the state (docs/contract.md, States). */
const order = ['erased', 'revoked', 'expired', 'superseded'] as const;

/**
 * What a consent had come to by a moment, in order. The first is what ended it. A revocation and an erasure after that are facts too; that its
 * validity would have ended is none.
 */
export const endsBy = (times: TimesStatement, moment: string): readonly End[] => {
  const { revoked, superseded, erased, expires: expired } = times;
  const at: Readonly<Record<End['state'], string | null>> = { revoked, superseded, erased, expired };
  const ends = order
    .flatMap((state): End[] => (at[state] === null ? [] : [{ state, time: at[state] }]))
    .filter(({ time }) => Date.parse(time) <= Date.parse(moment))
    .sort((one, other) => Date.parse(one.time) - Date.parse(other.time));
  return ends.filter(({ state }, i) => i === 0 || state === 'revoked' || state === 'erased');
};

/** A heading of what a consent had come to by a moment, such as `Expired, then revoked`. */
export const headEnds = <State extends ConsentState | 'none'>(
  state: State,
  ends: readonly Pick<End, 'state'>[],
  { heads, next }: { readonly heads: Readonly<Record<ConsentState | State, string>>; readonly next: string },
): string => {
  if (ends.length === 0) return heads[state];
  return ends.map((end, i) => (i === 0 ? heads[end.state] : heads[end.state].toLowerCase())).join(`, ${next} `);
};
