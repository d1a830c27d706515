import { findableValues } from '../../../shared/consents/evidence.ts';
import { projectIndex } from '../../../shared/consents/indexes.ts';
import { newConsents } from '../../../shared/consents/new-consent.ts';
import { newIdentifier } from '../../../shared/identifier.ts';
import type { NamedVersion } from '../../../shared/notices/reference.ts';
import type { Channel, Lang } from '../../../shared/schema/vocabulary.ts';
import type { Item } from '../../../shared/store/client.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import type { Shelf } from '../../../test/support/stock.ts';

/** Where consents belong, with all versions that they agree to, the oldest first. */
export interface Shelves extends Pick<Shelf, 'account' | 'project'> {
  readonly versions: readonly NamedVersion[];
}

const day = 86_400_000;
const years = 5;

const ways: readonly (readonly [lang: Lang, channel: Channel])[] = [
  ['eng', 'web'],
  ['eng', 'email'],
  ['ita', 'web'],
  ['deu', 'app.form'],
];

const observed = {
  userId: 1,
  sessionId: '0'.repeat(32),
  sourceIp: '203.0.113.7',
  userAgent: 'curl/8.14.1',
  requestId: 'JKJaXmPLvHcESHA=',
};
const userData = { email: 'ada.lovelace@example.com', first_name: 'Ada', last_name: 'Lovelace' };

/** What the list of the project holds of a consent, made by the service's own functions, and the key of the list. */
const toEntry = (
  accountId: string,
  { project }: Shelves,
  version: NamedVersion,
  [lang, channel]: (typeof ways)[number],
) => {
  const request = {
    projectUid: project.uid,
    notices: [{ versionId: version.versionId }],
    isList: false,
    lang,
    channel,
    proof: { url: 'https://shop.example/checkout' },
    userData,
    values: findableValues(userData),
  };
  const circumstances = { observed, now: new Date(), newId: () => newIdentifier(new Date()) };
  const [consent] = newConsents(accountId, request, { project, versions: [version] }, circumstances);
  const attributes = [projectIndex.partitionKey, ...projectIndex.nonKeyAttributes];
  return Object.fromEntries(
    attributes.flatMap((name) => (consent?.item[name] === undefined ? [] : [[name, consent.item[name]]])),
  );
};

/**
 * Consents as the list of their project has them, spread over five years up to now; every eighth was revoked a month later. They
 * are in no other list, and their records hold nothing else.
 */
export function* entriesOfYears(shelves: Shelves, count: number, now: number): Generator<Item> {
  const { account, versions } = shelves;
  const kinds = versions.map((version) => ways.map((way) => toEntry(account.id, shelves, version, way)));
  const start = now - years * 365 * day;
  for (let i = 0; i < count; i += 1) {
    const share = i / count;
    const time = start + Math.floor(share * (now - start));
    const entry = kinds[Math.floor(share * versions.length)]?.[i % ways.length];
    const id = newIdentifier(new Date(time));
    const revoked = new Date(Math.min(time + 30 * day, now));
    yield { ...keyOf.consent(account.id, id), ...entry, ...(i % 8 === 0 && { revokeTime: revoked.toISOString() }) };
  }
}
