import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { Parameters } from '../support/call/event.ts';
import type { StoreAnswer, StoreCall } from '../support/faults/store-proxy.ts';
import { startStoreProxy } from '../support/faults/store-proxy.ts';
import type { Random } from '../support/make/chance.ts';
import { newRandom, runs, seed } from '../support/make/chance.ts';
import { changeAt } from '../support/make/changes.ts';
import { setTime } from '../support/make/clock.ts';

const proxy = await startStoreProxy();
const { newTenant, noticeContent } = await import('../support/make/builders.ts');
const { erase } = await import('../support/make/changes.ts');
const { invoke } = await import('../support/call/invoke.ts');
const { createNotice, publishVersion } = await import('../support/make/notices.ts');
const { findShelf, stock } = await import('../support/make/stock.ts');
const { table } = await import('../support/make/table.ts');
const { ListedConsents } = await import('../../shared/consents/list-answer.ts');
const { createProject } = await import('../../shared/identity/project.ts');

const day = 86_400_000;
const now = Date.UTC(2026, 10, 20, 12);
const langs = ['eng', 'ita', 'deu'] as const;
const channels = ['web', 'web', 'web', 'email'] as const;
const states = ['active', 'revoked', 'expired', 'superseded', 'erased'] as const;
const validityDays = 30;
const askedAgain = now - 10 * day;

/** Where days, months, validities and versions end, to the millisecond. */
const edges = [
  '2024-02-29T00:00:00.000Z',
  '2024-02-29T23:59:59.999Z',
  '2024-03-01T00:00:00.000Z',
  '1970-01-01T00:00:00.000Z',
  '2026-10-31T23:59:59.999Z',
  '2026-11-01T00:00:00.000Z',
  '2026-11-19T23:59:00.000Z',
  '2026-11-20T12:00:00.000Z',
].map((text) => Date.parse(text));
const ends = [now - validityDays * day, askedAgain].flatMap((end) => [end - 1, end, end + 1]);

/** Periods: a text of the request, its beginning, and its end. */
const spans: readonly (readonly [text: string, start: number, end: number])[] = [
  ['0000-01', Date.parse('0000-01-01T00:00:00Z'), Date.parse('0000-02-01T00:00:00Z')],
  ['1970-01-01T00:00:00.000', 0, 1],
  ['2024-02', Date.UTC(2024, 1), Date.UTC(2024, 2)],
  ['2024-02-29', Date.UTC(2024, 1, 29), Date.UTC(2024, 2)],
  ['2026-10', Date.UTC(2026, 9), Date.UTC(2026, 10)],
  ['2026-10-31 23:59:59.999', Date.UTC(2026, 10) - 1, Date.UTC(2026, 10)],
  ['2026-11-01', Date.UTC(2026, 10), Date.UTC(2026, 10, 2)],
  ['2026-11-10T12:00', Date.UTC(2026, 10, 10, 12), Date.UTC(2026, 10, 10, 12, 1)],
  ['2026-11-19T23:59Z', Date.UTC(2026, 10, 19, 23, 59), Date.UTC(2026, 10, 20)],
  ['9999-12-31', Date.UTC(9999, 11, 31), Date.UTC(10_000, 0)],
];

/** A consent as this test knows it. */
interface Kept {
  readonly id: string;
  readonly time: number;
  readonly projectUid: string;
  readonly pid: number;
  readonly versionId: string;
  /** Since when people who agreed to its version are asked again. */
  readonly asked: number | undefined;
  readonly lang: string;
  readonly channel: string;
  readonly userData: Readonly<Record<string, string>>;
  revoked?: number;
  erased?: number;
}

/** By the words of the contract (docs/api.md, States). */
const stateOf = ({ time, asked, revoked, erased }: Kept): (typeof states)[number] => {
  if (erased !== undefined && erased <= now) return 'erased';
  if (revoked !== undefined) return 'revoked';
  const expiry = time + validityDays * day;
  const ended = asked === undefined ? Number.POSITIVE_INFINITY : Math.max(asked, time);
  if (Math.min(expiry, ended) > now) return 'active';
  return expiry <= ended ? 'expired' : 'superseded';
};

/** Pages may be shorter than was asked for. */
const disturb =
  (random: Random) =>
  async ({ name, input, forward }: StoreCall): Promise<StoreAnswer> => {
    if (name === 'Query' && input.Limit !== undefined && random.chance(1 / 8)) {
      return forward({ ...input, Limit: 1 + random.below(Number(input.Limit)) });
    }
    return forward();
  };

const spell = (random: Random, value: string): string => random.pick([value, ` ${value.toUpperCase()} `, value]);

const newUserData = (random: Random): Record<string, string> => ({
  id: String(random.below(1_000_000)),
  ...(random.chance(0.6) && { country: spell(random, random.pick(['italy', 'france'])) }),
  ...(random.chance(0.5) && { email: spell(random, random.pick(['ada@example.com', 'bob@example.com'])) }),
  ...(random.chance(0.3) && { last_name: 'Lovelace' }),
});

const newTime = (random: Random): number => {
  if (random.chance(0.3)) return random.pick([...edges, ...ends]);
  return now - random.below(60) * day - random.below(5) * 3_600_000;
};

const newWorld = async (random: Random, count: number) => {
  const tenant = await newTenant({ notices: 0 });
  const { accountId, projectUid } = tenant;
  const uids = [projectUid, ...Array.from({ length: random.below(6) }, (_, i) => `${projectUid}-${i}`)];
  for (const uid of uids.slice(1)) await createProject(table, { accountId, uid, name: uid }, changeAt());
  const kept: Kept[] = [];
  const fill = async (pid: number, asked: number | undefined, share: number) => {
    for (const uid of uids) {
      const shelf = await findShelf(table, accountId, uid, pid);
      const consents = Array.from({ length: Math.ceil(share / uids.length) }, () => ({
        time: new Date(newTime(random)),
        lang: random.pick(langs),
        channel: random.pick(channels),
        userData: newUserData(random),
      }));
      const ids = await stock(table, shelf, consents);
      const { versionId } = shelf.version;
      const facets = { projectUid: uid, pid, versionId, asked };
      for (const [i, { time, ...rest }] of consents.entries())
        kept.push({ ...rest, ...facets, id: ids[i] ?? '', time: time.getTime() });
    }
  };
  for (const _ of [1, 2]) {
    const content = noticeContent({ validityDays });
    const { pid } = await createNotice(table, accountId, content, new Date(now - 70 * day));
    await fill(pid, askedAgain, count / 4);
    await publishVersion(table, accountId, pid, { ...content, askAgain: true }, new Date(askedAgain));
    await fill(pid, undefined, count / 4);
  }
  return { random, tenant, uids, kept };
};
type World = Awaited<ReturnType<typeof newWorld>>;

const revoke = async ({ tenant, kept, random }: World): Promise<void> => {
  const consent = random.pick(kept);
  const { status } = await invoke('revokeConsent', { id: consent.id, proof: { url: 'x' } }, tenant);
  expect(status).toBe(200);
  if (consent.erased === undefined) consent.revoked ??= now;
};

const eraseOne = async ({ tenant, kept, random }: World): Promise<void> => {
  const consent = random.pick(kept);
  await erase(tenant.accountId, [consent.id], { now: new Date(now) });
  // The moments of a revocation and of an erasure after it differ (docs/api.md, Erased consents).
  consent.erased ??= consent.revoked === undefined ? now : now + 1;
};

interface Asked {
  readonly parameters: Parameters;
  readonly isWanted: (consent: Kept) => boolean;
}

const sameText = (one: string | undefined, other: string): boolean =>
  one?.trim().toLowerCase() === other.trim().toLowerCase();

const anyList = ({ random, kept, uids }: World): Asked => {
  const { pid, versionId } = random.pick(kept);
  const some = <Value>(probability: number, value: Value): Value | undefined =>
    random.chance(probability) ? value : undefined;
  const [from, until] = [some(0.3, random.pick(spans)), some(0.3, random.pick(spans))];
  const isPeriod = from === undefined || until === undefined || until[2] > from[1];
  const notice = random.pick([{}, {}, { consentInformationPid: pid }, { consentInformationVersionId: versionId }]);
  const state = some(0.5, random.pick(states));
  const [projectUid, lang, channel] = [some(0.3, random.pick(uids)), some(0.2, random.pick(langs)), some(0.2, 'email')];
  const userData: Record<string, string> = {
    ...(random.chance(0.3) && { country: ' ITALY' }),
    ...(random.chance(0.3) && { email: 'Ada@example.com' }),
    ...(random.chance(0.1) && { last_name: 'lovelace' }),
  };
  const given = {
    ...notice,
    state,
    projectUid,
    lang,
    channel,
    ...(isPeriod && { from: from?.[0], until: until?.[0] }),
  };
  const named = Object.entries({ ...given, ...(Object.keys(userData).length > 0 && { userData }) });
  const parameters: Parameters = Object.fromEntries(named.filter(([, value]) => value !== undefined));
  return {
    parameters,
    isWanted: (consent) =>
      (state ?? stateOf(consent)) === stateOf(consent) &&
      (projectUid ?? consent.projectUid) === consent.projectUid &&
      (lang ?? consent.lang) === consent.lang &&
      (channel ?? consent.channel) === consent.channel &&
      (notice.consentInformationPid ?? consent.pid) === consent.pid &&
      (notice.consentInformationVersionId ?? consent.versionId) === consent.versionId &&
      (!isPeriod || ((from?.[1] ?? -1e15) <= consent.time && consent.time < (until?.[2] ?? 1e16))) &&
      Object.entries(userData).every(
        ([key, value]) => consent.erased === undefined && sameText(consent.userData[key], value),
      ),
  };
};

/** Reads a list to its end; `meanwhile` happens between pages. */
const readAll = async (
  world: World,
  parameters: Parameters,
  perPage: number,
  meanwhile: () => Promise<void> = async () => {},
) => {
  const rows: { readonly id: string; readonly state: string; readonly userData: object }[] = [];
  let after: string | undefined;
  for (let calls = 1; calls <= world.kept.length + 20; calls += 1) {
    const page = { ...parameters, perPage, ...(after !== undefined && { after }) };
    const { status, body } = await invoke('listConsents', page, world.tenant);
    expect({ page, status }).toEqual({ page, status: 200 });
    const { data, next } = v.parse(ListedConsents, body);
    expect(data.length).toBeLessThanOrEqual(perPage);
    rows.push(...data);
    if (next === null) return rows;
    after = next;
    await meanwhile();
  }
  throw new Error('The list does not end.');
};

const newestFirst = (consents: readonly Kept[]): string[] =>
  consents
    .map(({ id }) => id)
    .sort()
    .reverse();

const checkList = async (world: World): Promise<void> => {
  const { parameters, isWanted } = anyList(world);
  const ids = newestFirst(world.kept.filter(isWanted));
  const rows = await readAll(world, parameters, ids.length < 12 ? 1 : world.random.pick([13, 50]));

  expect({ parameters, ids: rows.map(({ id }) => id) }).toEqual({ parameters, ids });
  const known = new Map(world.kept.map((consent) => [consent.id, consent]));
  for (const { id, state, userData } of rows) {
    const consent = known.get(id);
    expect([id, state]).toEqual([id, consent && stateOf(consent)]);
    expect(userData).toEqual(consent?.erased === undefined ? consent?.userData : {});
  }
};

/** What was there as the list was begun, and matched throughout, is there once, whatever happens meanwhile. */
const checkMoving = async (world: World): Promise<void> => {
  const { parameters, isWanted } = anyList(world);
  const before = newestFirst(world.kept.filter(isWanted));
  const rows = await readAll(world, parameters, 20, async () => {
    if (world.random.chance(0.1)) await revoke(world);
    if (world.random.chance(0.05)) await eraseOne(world);
  });

  const ids = rows.map(({ id }) => id);
  const after = new Set(newestFirst(world.kept.filter(isWanted)));
  expect(ids).toEqual([...new Set(ids)].sort().reverse());
  expect(ids).toEqual(expect.arrayContaining(before.filter((id) => after.has(id))));
  expect([...before, ...after]).toEqual(expect.arrayContaining(ids));
};

const worlds = Array.from({ length: runs(3) }, (_, i) => seed + i);

test.each(worlds)('any list has what a look at every consent finds, seed %i', { timeout: 180_000 }, async (own) => {
  const random = newRandom(own);
  proxy.intercept = undefined;
  setTime(new Date(now));
  const world = await newWorld(random, random.pick([40, 240]));
  proxy.intercept = disturb(random);

  for (let i = 0; i < 14; i += 1) {
    await checkList(world);
    await revoke(world);
    if (i % 3 === 0) await eraseOne(world);
    if (i % 5 === 0) await checkMoving(world);
  }
});
