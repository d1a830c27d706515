import { limits } from '../limits.ts';
import type { StoredConsent } from './consent.ts';

/** The common beginning of all identifiers of the same moment. */
export const momentOf = (id: string): string => id.slice(0, 12);

/** Whether a consent may keep its proof for others: the proof is long, and a register observed the request. */
export const mayKeepForOthers = ({ proof, observed }: StoredConsent): boolean =>
  proof !== undefined && proof.length > limits.ownProofBytes && observed !== undefined;

/**
 * Whether a consent may keep the proof for this one: both have the same project and moment, where an erasure of the
 * keeper searches.
 */
export const mayKeepFor = (
  keeper: StoredConsent,
  { id, projectUid }: Pick<StoredConsent, 'id' | 'projectUid'>,
): boolean => mayKeepForOthers(keeper) && keeper.projectUid === projectUid && momentOf(keeper.id) === momentOf(id);
