import * as v from 'valibot';
import type { Item, Key } from '../store/client.ts';
import { Compressed, unpack } from '../store/compression.ts';
import { keyOf } from '../store/keys.ts';
import type { StoredConsent } from './consent.ts';
import { Proof, UserData } from './evidence.ts';

/** A consent after decompression, with its proof, wherever that is kept. */
export interface Consent extends Omit<StoredConsent, 'proof' | 'userData' | 'revokeProof'> {
  readonly proof: Proof;
  readonly userData: UserData;
  readonly revokeProof: Proof | undefined;
  /** Bytes of proofs and userData as JSON: nearly the size of the record in an answer. */
  readonly bytes: number;
}

const StoredRevokeProof = v.object({ revokeProof: Compressed });

/** Only an erased consent may lack what it was recorded with (docs/contract.md, Erased consents). */
const mustBeErased = ({ eraseTime }: Pick<StoredConsent, 'eraseTime'>): Record<string, never> => {
  if (eraseTime === undefined) throw new Error('A consent that was not erased lacks what it was recorded with.');
  return {};
};

/** The userData of a stored consent, and its bytes as JSON. */
export const openUserData = (
  consent: Pick<StoredConsent, 'userData' | 'eraseTime'>,
): { readonly userData: UserData; readonly bytes: number } => {
  if (consent.userData === undefined) return { userData: mustBeErased(consent), bytes: 0 };
  const { value, bytes } = unpack(consent.userData);
  return { userData: v.parse(UserData, value), bytes };
};

/**
 * Items that belong to a consent: the consent that keeps its proof, if it is another one, and the proof of its
 * revocation.
 */
export interface Kept {
  readonly keeper: StoredConsent | undefined;
  readonly revokeProof: Item | undefined;
}

/** The keys of these items. A consent that keeps everything in its own item has none. */
export const keysOfKept = (
  accountId: string,
  { id, proofId, revokeProofBytes }: StoredConsent,
): { readonly keeper?: Key; readonly revokeProof?: Key } => ({
  ...(proofId !== undefined && { keeper: keyOf.consent(accountId, proofId) }),
  ...(revokeProofBytes !== undefined && { revokeProof: keyOf.revokeProof(accountId, id) }),
});

const findRevokeProof = (consent: StoredConsent, { revokeProof }: Kept): Uint8Array | undefined => {
  if (consent.revokeProofBytes === undefined) return consent.revokeProof;
  if (revokeProof === undefined) throw new Error('A consent names a proof of its revocation that is not there.');
  return v.parse(StoredRevokeProof, revokeProof).revokeProof;
};

const openErased = (consent: StoredConsent): Consent => {
  const empty = mustBeErased(consent);
  return { ...consent, proof: empty, userData: empty, revokeProof: empty, bytes: 0 };
};

export const openConsent = (
  consent: StoredConsent,
  { userData, bytes }: ReturnType<typeof openUserData>,
  kept: Kept,
): Consent => {
  if (consent.eraseTime !== undefined) return openErased(consent);
  const keeper = consent.proofId === undefined ? consent : kept.keeper;
  if (keeper?.proof === undefined) throw new Error('A consent names a proof that is not there.');
  const proof = unpack(keeper.proof);
  const compressed = findRevokeProof(consent, kept);
  const revokeProof = compressed && unpack(compressed);
  return {
    ...consent,
    proof: v.parse(Proof, proof.value),
    userData,
    revokeProof: revokeProof && v.parse(Proof, revokeProof.value),
    bytes: bytes + proof.bytes + (revokeProof?.bytes ?? 0),
  };
};
