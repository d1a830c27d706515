import type { StoredConsent } from '../../consents/consent.ts';
import { parseConsent } from '../../consents/consent.ts';
import type { Key } from '../../store/client.ts';
import { keyOf } from '../../store/keys.ts';
import type { KeyedItem } from './scan-evidence.ts';

const consentKey = /^ACCOUNT#([0-9a-f]{32})#CONSENT#/;

/** The account of a consent from its partition key, or undefined for another item. */
export const accountOfConsent = ({ PK }: Key): string | undefined => consentKey.exec(PK)?.[1];

/** The parts of a consent in other items: their keys, and the hashes that the consent has of them. */
export interface Elsewhere {
  readonly at: Key;
  readonly holds: 'proof' | 'revokeProof';
  readonly hash: 'proofHash' | 'revokeProofHash';
  readonly known: string | undefined;
}

const tellElsewhere = (account: string, consent: StoredConsent): Elsewhere[] => {
  const { id, proofId, proofHash, revokeProofBytes, revokeProofHash, eraseTime } = consent;
  if (eraseTime !== undefined) return [];
  const [keeper, revocation] = [keyOf.consent(account, proofId ?? ''), keyOf.revokeProof(account, id)];
  return [
    ...(proofId === undefined ? [] : [{ at: keeper, holds: 'proof', hash: 'proofHash', known: proofHash } as const]),
    ...(revokeProofBytes === undefined
      ? []
      : [{ at: revocation, holds: 'revokeProof', hash: 'revokeProofHash', known: revokeProofHash } as const]),
  ];
};

/** The parts of an item in other items. Empty if the item cannot be read, which is reported when it is used. */
export const findElsewhere = (item: KeyedItem): Elsewhere[] => {
  const account = accountOfConsent(item);
  try {
    return account === undefined ? [] : tellElsewhere(account, parseConsent(item));
  } catch {
    return [];
  }
};
