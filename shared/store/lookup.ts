import { digest } from '../digest.ts';
import type { Account } from './account.ts';
import type { ConsentList } from './consent-list.ts';
import { partitionFor, partitionsOf } from './consent-list.ts';
import type { NewConsent } from './new-consent.ts';
import type { Put } from './write.ts';
import { isNew } from './write.ts';

/** Names the list of the consents that have a userData value; a digest, nothing personal. */
const listName = ({ id }: Account, key: string, normalisedValue: string): string =>
  `ACCOUNT#${id}#USERDATA#${digest(key, normalisedValue)}`;

/** The consents that have a userData value. */
export const userDataList = (account: Account, [key, normalisedValue]: readonly [string, string]): ConsentList => ({
  partitions: partitionsOf(account, listName(account, key, normalisedValue)),
});

/** The lookups that make a consent findable, one for every normalised value. */
export const putLookups = (account: Account, consent: NewConsent, values: ReadonlyMap<string, string>): Put[] =>
  [...values].map(([key, value]) => ({
    put: {
      PK: partitionFor(account, listName(account, key, value), consent.id),
      SK: consent.id,
      projectUid: consent.item.projectUid,
      pid: consent.item.pid,
      versionId: consent.item.versionId,
      lang: consent.item.lang,
      channel: consent.item.channel,
      ...('proofId' in consent.item && { proofId: consent.item.proofId }),
    },
    ...isNew,
  }));
