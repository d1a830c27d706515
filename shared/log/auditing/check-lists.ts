import type { StoredConsent } from '../../consents/consent.ts';
import { parseConsent } from '../../consents/consent.ts';
import { findableValues } from '../../consents/evidence.ts';
import { consentIndexes } from '../../consents/indexes.ts';
import { listConsent } from '../../consents/new-consent.ts';
import { openUserData } from '../../consents/opened-consent.ts';
import type { Item } from '../../store/client.ts';
import type { Report } from './finding.ts';
import type { KeyedItem } from './scan-evidence.ts';

const isSame = (stored: unknown, made: Buffer | undefined): boolean => {
  if (made === undefined || made.length === 0) return stored === undefined;
  return stored instanceof Uint8Array && made.equals(stored);
};

const attributesOf = (account: string, consent: StoredConsent): Item => {
  const { indexKeys, valueDigests } = listConsent(
    account,
    consent.projectUid,
    findableValues(openUserData(consent).userData),
  );
  return { ...indexKeys, valueDigests };
};

const names = ['valueDigests', ...consentIndexes.map(({ partitionKey }) => partitionKey)];

/** Checks that a consent is in the lists of its userData. The lists of an erased consent are keyed and not checked. */
export const checkLists = (account: string, item: KeyedItem, report: Report): void => {
  const consent = parseConsent(item);
  if (consent.eraseTime !== undefined) return;
  const made = attributesOf(account, consent);
  const wrong = names.filter((name) => !isSame(item[name], made[name] as Buffer | undefined));
  if (wrong.length > 0) report({ kind: 'hidden', account, id: consent.id, says: wrong.join(', ') });
};
