import { expect, test, vi } from 'vitest';
import type { Block } from '../../../../shared/log/blocks.ts';
import { appendLeaves, findConsentLeaves, readBlocks, toBlockItem } from '../../../../shared/log/blocks.ts';
import { leavesOfItem } from '../../../../shared/log/feed.ts';
import type { Leaf } from '../../../../shared/log/log-event.ts';
import { listNoticeVersions } from '../../../../shared/notices/notice.ts';
import { logger } from '../../../../shared/runtime/logger.ts';
import { keyOf, logKeyOf } from '../../../../shared/store/keys.ts';
import { getItem, queryItems } from '../../../../shared/store/read.ts';
import type { Item, Key } from '../../../../shared/store/table.ts';
import { invoke } from '../../../support/call/invoke.ts';
import { addConsent, newTenant, noticeContent } from '../../../support/make/builders.ts';
import { erase } from '../../../support/make/changes.ts';
import { passTime, setTime } from '../../../support/make/clock.ts';
import { publishVersion } from '../../../support/make/notices.ts';
import { openOwnLog } from '../../../support/make/register-log.ts';
import { deleteItem, putItem } from '../../../support/make/stored.ts';
import { table } from '../../../support/make/table.ts';

vi.spyOn(logger, 'error').mockImplementation(() => {});

const register = await openOwnLog();

/** A consent to the first version of a notice, whose second asks again. */
const begin = async () => {
  setTime(new Date());
  const tenant = await newTenant();
  const { accountId, pid } = tenant;
  const { consentId: id } = await addConsent(tenant);
  passTime(60_000);
  await publishVersion(table, accountId, pid, noticeContent({ askAgain: true }), new Date());
  await register.publish();
  passTime(60_000);
  const [, second] = await listNoticeVersions(table, accountId);
  if (second === undefined) throw new Error('There is no second version.');
  const key = keyOf.consent(accountId, id);
  const item: Item & Key = { ...key, ...(await getItem(table, key)) };
  const other = { versionId: second.id, contentHash: Buffer.from(second.contentHash, 'hex') };
  const ask = async () => {
    const { status, body } = await invoke('getEvidence', { id }, tenant);
    return status === 200 ? 'signed' : `${status} ${body.code}: ${body.detail}`;
  };
  const revoke = async () =>
    expect(await invoke('revokeConsent', { id, proof: { url: 'x' } }, tenant)).toMatchObject({ status: 200 });
  return { tenant, id, item, other, ask, revoke };
};

/** Writes as somebody with rights on the table makes them; the log has each before the next. */
const put = async (item: Item): Promise<void> => {
  await putItem(table, item);
  await register.feed();
};

const without = (name: string, { [name]: _, ...rest }: Item): Item => rest;

const fakeErased = (item: Item): Item => without('userData', without('proof', { ...item, lang: 'deu' }));

const inJournal = /^503 evidence\.history-incomplete: A leaf in the journal of the log is consent\./;

/** Deletes the journal of a consent, as an administrator does who has seen to it. */
const clearJournal = async ({ SK }: Key): Promise<void> => {
  for (const item of await queryItems(register.log, logKeyOf.journalOfConsent(SK, '')))
    await deleteItem(register.log, item);
};

const damages: Readonly<Record<string, (item: Item) => Item>> = {
  'without the salt of its leaves': (item) => without('salt', item),
  'in no language': (item) => ({ ...item, lang: 'none' }),
  'without its hash': (item) => without('contentHash', item),
  'revoked without a proof': (item) => ({ ...item, revokeTime: new Date().toISOString() }),
  'changed and revoked at once': (item) => ({
    ...item,
    ...{ lang: 'deu', revokeTime: new Date().toISOString(), revokeProof: item.proof },
  }),
  'changed and marked as erased': (item) => ({ ...fakeErased(item), eraseTime: new Date().toISOString() }),
};

test.each(Object.entries(damages))(
  'a withdrawal that comes while the consent is %s is not hidden by putting the consent back',
  async (_, damage) => {
    const { item, ask, revoke } = await begin();
    await put(damage(item));
    await revoke();
    await register.feed();
    await put(item);
    await register.publish();

    expect(await ask()).toMatch(inJournal);
    await clearJournal(item);
    expect(await ask()).toMatch(/^503 evidence\.history-incomplete: At \S+ the table had something of this consent /);
    for (const note of await queryItems(register.log, logKeyOf.aside(''))) await deleteItem(register.log, note);
    expect(await ask()).toBe('signed');
  },
);

test('an erasure while the consent is damaged is not hidden by putting the consent back', async () => {
  const { tenant, id, item, ask } = await begin();
  await put(without('salt', item));
  await erase(tenant.accountId, [id]);
  await register.feed();
  await put(item);
  await register.publish();

  expect(await ask()).toMatch(inJournal);
  await clearJournal(item);
  expect(await ask()).toMatch(/history-incomplete: At \S+ the table had something of this consent /);
});

test('something that somebody puts beside the consent, under its partition, hides no note of it', async () => {
  const { item, ask } = await begin();
  await put({ ...item, SK: '0' });
  await put({ ...item, lang: 'none' });
  await put(item);
  await register.publish();

  expect(await ask()).toMatch(/history-incomplete: At \S+ the table had something of this consent /);
});

const toOtherLeaf = ({ event }: Leaf): Leaf => ({ event, entry: Buffer.alloc(32) });

const ahead = (time: unknown): string => new Date(Date.parse(String(time)) + 1_000).toISOString();

test.each<[string, (of: Awaited<ReturnType<typeof begin>>, now: Item) => Item]>([
  ['to another version', ({ other }, now) => ({ ...now, ...other })],
  ['to another channel of its withdrawal', (_, now) => ({ ...now, revokeChannel: 'email' })],
  [
    'to an import that was withdrawn earlier',
    (_, { time, revokeTime, ...now }) => ({
      ...{ ...now, time, revokeTime: ahead(time) },
      imported: { source: 'crm', line: 1, by: 'os:eve', at: revokeTime, withRevocation: true },
    }),
  ],
])('an erasure does not make the truth of a consent that somebody changed before %s', async (_, change) => {
  const given = await begin();
  const { tenant, id, item, ask, revoke } = given;
  await revoke();
  await register.publish();
  passTime(60_000);
  await put(change(given, { ...(await getItem(table, keyOf.consent(tenant.accountId, id))) }));
  await erase(tenant.accountId, [id]);
  await register.publish();

  expect(item.revokeTime).toBeUndefined();
  expect(await ask()).toContain('evidence.history-incomplete');
});

test('no version is published as one of another notice, where no document would show it', async () => {
  const { tenant, item } = await begin();
  const { accountId, pid } = tenant;
  const head: Item = { ...(await getItem(table, keyOf.notice(accountId, pid))), pid: 999_999 };
  await put({ ...head, ...keyOf.notice(accountId, 999_999) });
  await put(head);
  const publishing = publishVersion(table, accountId, pid, noticeContent({ validityDays: 7 }), new Date());

  await expect(publishing).rejects.toThrow('names another');
  expect(item.pid).toBe(pid);
});

/** What a consent to another version would look like, erased while it was in force. */
const erasedAs = ({ item, other }: Awaited<ReturnType<typeof begin>>): Item => {
  const eraseTime = new Date().toISOString();
  return without('userData', without('proof', { ...item, ...other, revokeTime: eraseTime, eraseTime }));
};

test('a consent that is deleted unseen by the log, and put back as one to a later version that was erased, has no document', async () => {
  const given = await begin();
  await put({ ...given.item, lang: 'none' });
  await deleteItem(table, given.item);
  await register.feed();
  await put(erasedAs(given));
  await register.publish();
  for (const note of await queryItems(register.log, logKeyOf.aside(''))) await deleteItem(register.log, note);

  expect(await given.ask()).toContain('This consent was erased, and the log does not have that yet');
});

test('what the log has of an erased consent is compared though a repair has appended its erasure', async () => {
  const given = await begin();
  const erased = erasedAs(given);
  await put(erased);
  await appendLeaves(register.log, leavesOfItem(erased), new Date());
  await register.publish();
  for (const note of await queryItems(register.log, logKeyOf.aside(''))) await deleteItem(register.log, note);

  expect(await given.ask()).toMatch(/Leaf \d+ of the log is not consent\.recorded as the table of the register has it/);
});

test.each<[string, (block: Block) => Item & Key]>([
  ['says another event', (block) => toBlockItem({ ...block, leaves: block.leaves.map(toOtherLeaf) })],
  ['cannot be read', ({ first }) => ({ ...logKeyOf.block(first), events: 'none' })],
])('an erased consent has no document while the block of its first leaf %s', async (_, change) => {
  const { tenant, id, ask } = await begin();
  await erase(tenant.accountId, [id]);
  await register.publish();
  expect(await ask()).toBe('signed');
  const { index = 0 } = (await findConsentLeaves(register.log, id)).of('recorded') ?? {};
  const block = (await Array.fromAsync(readBlocks(register.log))).findLast(({ first }) => first <= index);
  if (block === undefined) throw new Error('There is no block.');
  await putItem(register.log, change(block));

  expect(await ask()).toMatch(/Leaf \d+ of the log, consent\.recorded, is not in what the log has signed/);
  await putItem(register.log, toBlockItem(block));
  expect(await ask()).toBe('signed');
});

test.each<[string, (item: Item, other: number) => Item]>([
  ['of which its version is not one', (item, pid) => ({ ...item, pid })],
  ['that is not there', (item) => ({ ...item, pid: 999_999 })],
])('a consent that names a notice %s has no document', async (_, change) => {
  const { item, ask } = await begin();
  const { pid } = await newTenant();
  await put(change(item, pid));

  expect(await ask()).toMatch(/^503 evidence\.history-incomplete: The consent names version \w+, which the notice /);
  await putItem(table, item);
});
