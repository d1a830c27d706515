import { createAccount } from '../../../shared/identity/account-changes.ts';
import { createProject } from '../../../shared/identity/project.ts';
import type { Item, Table } from '../../../shared/store/client.ts';
import { changeAt } from '../../../test/support/change.ts';
import { createNotice, publishVersion } from '../../../test/support/notices.ts';
import { findShelf, writeBatch } from '../../../test/support/stock.ts';
import type { Shelves } from './entries.ts';
import { entriesOfYears } from './entries.ts';

const versionCount = 10;
const year = 365 * 86_400_000;
const batchItems = 25;
const writers = 8;

const contentOf = (version: number) => ({
  validityDays: 730,
  askAgain: version === versionCount - 1,
  notification: false,
  title: { eng: `Newsletter, version ${version}` },
  descriptionHtml: { eng: '<p>We write to you once a month.</p>' },
});

/** An account with a project and a notice of ten versions, one each half year. */
export const makeShelves = async (table: Table, now: number): Promise<Shelves> => {
  const begin = new Date(now - 5 * year);
  const accountId = await createAccount(table, { name: 'A shop', consentRegisterEnabled: true }, changeAt(begin));
  const projectUid = 'shop';
  await createProject(table, { accountId, uid: projectUid, name: 'Shop' }, changeAt(begin));
  const versions = [await createNotice(table, accountId, contentOf(1), begin)];
  const [{ pid }] = versions as [(typeof versions)[number]];
  for (let i = 1; i < versionCount; i += 1) {
    const time = new Date(begin.getTime() + (i * 5 * year) / versionCount);
    versions.push(await publishVersion(table, accountId, pid, contentOf(i + 1), time));
  }
  return { ...(await findShelf(table, accountId, projectUid, pid)), versions };
};

/** Makes a register whose project has so many consents in its list. */
export const fillRegister = async (table: Table, count: number): Promise<void> => {
  const now = Date.now();
  const source: Iterator<Item, void> = entriesOfYears(await makeShelves(table, now), count, now);
  const nextBatch = (): Item[] => {
    const batch: Item[] = [];
    while (batch.length < batchItems) {
      const { value, done } = source.next();
      if (done) break;
      batch.push(value);
    }
    return batch;
  };
  const write = async (): Promise<void> => {
    for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) await writeBatch(table, batch);
  };
  await Promise.all(Array.from({ length: writers }, write));
};
