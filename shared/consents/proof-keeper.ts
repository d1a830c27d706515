import { limits } from '../limits.ts';
import type { StoredConsent } from './consent.ts';

/** What every identifier of its moment begins with. */
export const momentOf = (id: string): string => id.slice(0, 12);

/** Whether a consent may keep its proof for others: a long one, of a request that a register observed. */
export const mayKeepForOthers = ({ proof, observed }: StoredConsent): boolean =>
  proof !== undefined && proof.length > limits.ownProofBytes && observed !== undefined;

/** Whether it may keep it for this one: of the same project and the same moment, where an erasure of the keeper looks for it. */
export const mayKeepFor = (
  keeper: StoredConsent,
  { id, projectUid }: Pick<StoredConsent, 'id' | 'projectUid'>,
): boolean => mayKeepForOthers(keeper) && keeper.projectUid === projectUid && momentOf(keeper.id) === momentOf(id);
