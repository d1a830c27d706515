import type { StoredConsent } from '../consents/consent.ts';
import { parseConsent } from '../consents/consent.ts';
import type { Key } from '../store/client.ts';
import { keyOf } from '../store/keys.ts';
import type { KeyedItem } from './scan-evidence.ts';

const consentKey = /^ACCOUNT#([0-9a-f]{32})#CONSENT#/;

/** The account of a consent by its partition; undefined where the item is something else. */
export const accountOfConsent = ({ PK }: Key): string | undefined => consentKey.exec(PK)?.[1];

/** What a consent has in other items: where, and the hash that it has of it. */
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

/** What an item has elsewhere; nothing where it cannot be read, which is told where it is used. */
export const findElsewhere = (item: KeyedItem): Elsewhere[] => {
  const account = accountOfConsent(item);
  try {
    return account === undefined ? [] : tellElsewhere(account, parseConsent(item));
  } catch {
    return [];
  }
};
