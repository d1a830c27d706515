import * as v from 'valibot';
import { digest } from '../digest.ts';
import type { UserData } from '../schema/evidence.ts';
import { findableValues } from '../schema/evidence.ts';
import { Channel, Lang } from '../schema/vocabulary.ts';
import type { Key } from './client.ts';
import type { NewConsent } from './consent.ts';
import { consentKey } from './consent.ts';
import type { Put } from './write.ts';
import { isNew } from './write.ts';

/** What indexes hold of a consent beside keys: all that a search filters by. */
export const ConsentFacets = v.object({
  projectUid: v.string(),
  pid: v.number(),
  versionId: v.string(),
  lang: Lang,
  channel: Channel,
});
export type ConsentFacets = v.InferOutput<typeof ConsentFacets>;

/** Partition of the index that lists the consents with a userData value, newest first; a digest, nothing personal. */
export const userDataConsents = (accountId: string, key: string, normalisedValue: string): string =>
  `ACCOUNT#${accountId}#USERDATA#${digest(key, normalisedValue)}`;

/** The lookup of a consent by one of its userData keys. */
export const lookupKey = (accountId: string, consentId: string, key: string): Key => ({
  PK: consentKey(accountId, consentId).PK,
  SK: `USERDATA#${key}`,
});

/** The lookups that make a consent findable, one for every userData value that is not blank. */
export const putLookups = (accountId: string, consent: NewConsent, userData: UserData): Put[] =>
  [...findableValues(userData)].map(([key, value]) => ({
    put: {
      ...lookupKey(accountId, consent.id, key),
      GSI1PK: userDataConsents(accountId, key, value),
      GSI1SK: consent.id,
      projectUid: consent.projectUid,
      pid: consent.pid,
      versionId: consent.versionId,
      lang: consent.lang,
      channel: consent.channel,
    },
    ...isNew,
  }));
