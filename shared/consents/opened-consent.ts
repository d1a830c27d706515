import * as v from 'valibot';
import type { Item } from '../store/client.ts';
import { Compressed, unpack } from '../store/compression.ts';
import type { StoredConsent } from './consent.ts';
import { Proof, UserData } from './evidence.ts';

/** A consent with what is compressed in it taken apart, and its proof, wherever that is kept. */
export interface Consent extends Omit<StoredConsent, 'proof' | 'userData' | 'revokeProof'> {
  readonly proof: Proof;
  readonly userData: UserData;
  readonly revokeProof: Proof | undefined;
  /** Of proofs and userData as JSON: nearly the size of the record in an answer. */
  readonly bytes: number;
}

const StoredRevokeProof = v.object({ revokeProof: Compressed });

/** The person's data of a stored consent, and its bytes as JSON. */
export const openUserData = ({ userData }: StoredConsent): { readonly userData: UserData; readonly bytes: number } => {
  const { value, bytes } = unpack(userData);
  return { userData: v.parse(UserData, value), bytes };
};

/** What a consent has in other items: the consent that keeps its proof, if it is another one, and its revocation's proof. */
export interface Kept {
  readonly keeper: StoredConsent | undefined;
  readonly revokeProof: Item | undefined;
}

const findRevokeProof = (consent: StoredConsent, { revokeProof }: Kept): Uint8Array | undefined => {
  if (consent.revokeProofBytes === undefined) return consent.revokeProof;
  if (revokeProof === undefined) throw new Error('A consent names a proof of its revocation that is not there.');
  return v.parse(StoredRevokeProof, revokeProof).revokeProof;
};

export const openConsent = (
  consent: StoredConsent,
  { userData, bytes }: ReturnType<typeof openUserData>,
  kept: Kept,
): Consent => {
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
