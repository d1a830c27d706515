import type { BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { NewConsents } from '../../../shared/consents/consent-request.ts';
import type { Proof, UserData } from '../../../shared/consents/person-data.ts';
import { findableValues } from '../../../shared/consents/person-data.ts';
import { newConsents } from '../../../shared/consents/recording.ts';
import type { Account } from '../../../shared/identity/account.ts';
import { parseAccount } from '../../../shared/identity/account.ts';
import type { Project } from '../../../shared/identity/project.ts';
import { parseProject } from '../../../shared/identity/project.ts';
import type { NamedVersion } from '../../../shared/notices/notice.ts';
import { toNamedVersion } from '../../../shared/notices/notice.ts';
import { newIdentifier } from '../../../shared/runtime/identifier.ts';
import type { Channel, Lang } from '../../../shared/schema/vocabulary.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { batchGet, getItem } from '../../../shared/store/read.ts';
import type { Item, Table } from '../../../shared/store/table.ts';

/** A consent to be put into the table without a request for each. */
export interface Stocked {
  readonly time: Date;
  readonly userData: UserData;
  readonly lang?: Lang;
  readonly channel?: Channel;
  readonly proof?: Proof;
}

/** Where the consents belong. */
export interface Shelf {
  readonly account: Account;
  readonly project: Project;
  readonly version: NamedVersion;
}

/** The current version of a notice, and where consents to it belong. */
export const findShelf = async (table: Table, accountId: string, projectUid: string, pid: number): Promise<Shelf> => {
  const account = parseAccount((await getItem(table, keyOf.account(accountId))) ?? {});
  const keys = [keyOf.project(accountId, projectUid), keyOf.notice(accountId, pid)];
  const [project, head] = await batchGet(table, keys, { consistent: true });
  if (project === undefined || head === undefined) throw new Error('There is no such project or notice.');
  return { account, project: parseProject(project), version: toNamedVersion({ pid }, head) };
};

const someProof = {
  url: 'https://shop.example/checkout',
  html: '<form><input type="checkbox" name="privacy" checked></form>',
};

const observed = {
  userId: 1,
  sessionId: '0'.repeat(32),
  sourceIp: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0',
  requestId: 'JKJaXmPLvHcESHA=',
};

/** The items that a request would have written, by the service's own functions. */
const toItems = (
  { account, project, version }: Shelf,
  { time, userData, lang = 'eng', channel = 'web', proof = someProof }: Stocked,
) => {
  const request: NewConsents = {
    projectUid: project.uid,
    notices: [{ versionId: version.versionId }],
    isList: false,
    lang,
    channel,
    proof,
    userData,
    values: findableValues(userData),
  };
  const circumstances = { observed, now: time, newId: () => newIdentifier(time) };
  const consents = newConsents(account.id, request, { project, versions: [version] }, circumstances);
  const items = consents.flatMap((consent): Item[] => [consent.item, ...consent.lookups.map(({ put }) => put)]);
  return { id: consents[0]?.id ?? '', items };
};

const batchSize = 25;

/** Puts items into the table, without conditions. */
export const writeItems = async (table: Table, items: readonly Item[]): Promise<void> => {
  for (let i = 0; i < items.length; i += batchSize) {
    const batch = items.slice(i, i + batchSize).map((Item) => ({ PutRequest: { Item } }));
    let requests: BatchWriteCommandInput['RequestItems'] = { [table.name]: batch };
    while (Object.keys(requests ?? {}).length > 0) {
      requests = (await table.client.send(new BatchWriteCommand({ RequestItems: requests }))).UnprocessedItems;
    }
  }
};

const writers = 4;

/**
 * Puts consents into the table of a local engine, many at a time and without conditions.
 *
 * @returns their ids, in the order given
 */
export const stock = async (table: Table, shelf: Shelf, consents: Iterable<Stocked>): Promise<string[]> => {
  const ids: string[] = [];
  const source = consents[Symbol.iterator]();
  let waiting: Item[] = [];
  const nextBatch = (): Item[] => {
    while (waiting.length < batchSize) {
      const { value, done } = source.next();
      if (done) break;
      const { id, items } = toItems(shelf, value);
      ids.push(id);
      waiting.push(...items);
    }
    const batch = waiting.slice(0, batchSize);
    waiting = waiting.slice(batchSize);
    return batch;
  };
  const write = async (): Promise<void> => {
    for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) await writeItems(table, batch);
  };
  await Promise.all(Array.from({ length: writers }, write));
  return ids;
};
