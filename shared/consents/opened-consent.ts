import * as v from 'valibot';
import { unpack } from '../store/item.ts';
import type { StoredConsent } from './consent.ts';
import { Proof, UserData } from './evidence.ts';

/** A consent after decompression, with its proofs. */
export interface Consent extends Omit<StoredConsent, 'proof' | 'userData' | 'revokeProof'> {
  readonly proof: Proof;
  readonly userData: UserData;
  readonly revokeProof: Proof | undefined;
  /** Bytes of proofs and userData as JSON: nearly the size of the record in an answer. */
  readonly bytes: number;
}

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

const openErased = (consent: StoredConsent): Consent => {
  const empty = mustBeErased(consent);
  return { ...consent, proof: empty, userData: empty, revokeProof: empty, bytes: 0 };
};

/** @param person as `openUserData` gives it */
export const openConsent = (
  consent: StoredConsent,
  { userData, bytes }: ReturnType<typeof openUserData> = openUserData(consent),
): Consent => {
  if (consent.eraseTime !== undefined) return openErased(consent);
  if (consent.proof === undefined) throw new Error('A consent that was not erased lacks its proof.');
  const proof = unpack(consent.proof);
  const revokeProof = consent.revokeProof && unpack(consent.revokeProof);
  return {
    ...consent,
    proof: v.parse(Proof, proof.value),
    userData,
    revokeProof: revokeProof && v.parse(Proof, revokeProof.value),
    bytes: bytes + proof.bytes + (revokeProof?.bytes ?? 0),
  };
};
