import type { ErasedLeaf, GivenLeaf, ObservedLeaf } from '../log/leaf-schema.ts';
import type { ConsentFacts } from './schema.ts';

/** What the leaves of a consent say of its life. */
export interface ConsentLife {
  /** The leaf that identifies the consent and says how it came. */
  readonly first: GivenLeaf | ErasedLeaf;
  readonly given: string;
  readonly revocation: ErasedLeaf['revocation'];
  readonly erased: string | undefined;
}

export const lifeOf = ([first, revoked]: ConsentFacts): ConsentLife =>
  first.event === 'consent.erased'
    ? { first, given: first.given, revocation: first.revocation, erased: first.time }
    : { first, given: first.time, revocation: revoked ?? null, erased: undefined };

/** What this register observed of the calls of a consent, in their order. It observed no call that was imported. */
export const observedHere = (consent: ConsentFacts): readonly (ObservedLeaf | null)[] => {
  const { first, revocation } = lifeOf(consent);
  return [
    ...(first.imported === null ? [first.observed] : []),
    ...(revocation?.imported === false ? [revocation.observed] : []),
  ];
};

/** The ids of the users who made these calls, each once. */
export const usersOf = (consent: ConsentFacts): readonly number[] => [
  ...new Set(observedHere(consent).flatMap((observed) => observed?.userId ?? [])),
];
