import pMap from 'p-map';
import { findableValues } from '../../../shared/consents/evidence.ts';
import { projectIndex } from '../../../shared/consents/indexes.ts';
import { newConsents } from '../../../shared/consents/new-consent.ts';
import { newIdentifier } from '../../../shared/identifier.ts';
import type { NamedVersion } from '../../../shared/notices/reference.ts';
import type { Channel, Lang } from '../../../shared/schema/vocabulary.ts';
import type { Item, Table } from '../../../shared/store/client.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { publishVersion } from '../../../test/support/notices.ts';
import type { Shelf } from '../../../test/support/stock.ts';
import { findShelf, writeItems } from '../../../test/support/stock.ts';
import { contentOf, makeAccount } from '../account.ts';

/** Where consents belong, with all versions that they agree to, the oldest first. */
interface Shelves extends Pick<Shelf, 'account' | 'project'> {
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
function* entriesOfYears(shelves: Shelves, count: number, now: number): Generator<Item> {
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

const versionCount = 10;
const year = 365 * 86_400_000;
const batchItems = 25;
const writers = 8;

const versionOf = (number: number) => ({
  ...contentOf('<p>We write to you once a month.</p>', `Newsletter, version ${number}`),
  validityDays: 730,
  askAgain: number === versionCount - 1,
});

/** An account with a project and a notice of ten versions, one each half year. */
export const makeShelves = async (table: Table, now: number): Promise<Shelves> => {
  const begin = new Date(now - 5 * year);
  const { accountId, projectUid, notices } = await makeAccount(table, [versionOf(1)], { now: begin });
  const pid = notices[0]?.pid ?? 0;
  const versions = [...notices];
  for (let i = 1; i < versionCount; i += 1) {
    const time = new Date(begin.getTime() + (i * 5 * year) / versionCount);
    versions.push(await publishVersion(table, accountId, pid, versionOf(i + 1), time));
  }
  return { ...(await findShelf(table, accountId, projectUid, pid)), versions };
};

function* inBatches(items: Iterable<Item>): Generator<Item[]> {
  let batch: Item[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < batchItems) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Makes a register whose project has so many consents in its list. */
export const fillRegister = async (table: Table, count: number): Promise<void> => {
  const now = Date.now();
  const entries = entriesOfYears(await makeShelves(table, now), count, now);
  await pMap(inBatches(entries), (batch) => writeItems(table, batch), { concurrency: writers });
};
