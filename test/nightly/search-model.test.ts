import { expect, test } from 'vitest';
import type { Parameters } from '../support/call/event.ts';
import { lagIndexes } from '../support/faults/index-lag.ts';
import type { StoreAnswer, StoreCall } from '../support/faults/store-proxy.ts';
import { startStoreProxy, storeError } from '../support/faults/store-proxy.ts';
import type { Random } from '../support/make/chance.ts';
import { newRandom, runs, seed } from '../support/make/chance.ts';
import { changeAt } from '../support/make/changes.ts';
import { setTime } from '../support/make/clock.ts';
import type { Stocked } from '../support/make/stock.ts';

const proxy = await startStoreProxy();
const { newTenant, noticeContent } = await import('../support/make/builders.ts');
const { invoke } = await import('../support/call/invoke.ts');
const { publishVersion } = await import('../support/make/notices.ts');
const { findShelf, stock } = await import('../support/make/stock.ts');
const { table } = await import('../support/make/table.ts');
const { createProject } = await import('../../shared/identity/project.ts');

const noon = Date.UTC(2026, 10, 20, 12);
const minute = 60_000;
const langs = ['eng', 'ita', 'deu'] as const;
const channels = ['web', 'web', 'web', 'web', 'email'] as const;
/** The keys of userData that have an index, and two of the callers' own. */
const keys = ['tax_code', 'email', 'mobile_phone', 'phone', 'last_name', 'first_name', 'country', 'card'] as const;
const project = 'project';

/** A consent, all that a search may ask of it, and whether it is in force. */
interface Kept extends Stocked {
  readonly id: string;
  readonly projectUid: string;
  readonly pid: number;
  readonly versionId: string;
  revoked: boolean;
}

/** The register, all that is in it, and which lists do not show which consents yet. */
interface World {
  readonly random: Random;
  readonly token: string;
  readonly accountId: string;
  readonly shelves: Pick<Kept, 'projectUid' | 'pid' | 'versionId'>[];
  /** Versions that no longer count, since a later one asked again. */
  readonly superseded: Set<string>;
  readonly kept: Kept[];
  readonly hidden: Set<string>;
}

const ownKeys = ['id', 'country', 'card'];

/** Another spelling of `x`: of a telephone number the case of letters counts. */
const spellOtherwise = (key: string): string => (key.endsWith('phone') ? 'x ' : 'X ');

const listName = (key: string): string => (ownKeys.includes(key) ? 'lookups' : key);

const isShown = ({ hidden }: World, list: string, { id }: Kept): boolean => !hidden.has(`${list} ${id}`);

/** A page may be short or empty and still not be the last; a batch may be left unfinished, a tally refused. */
const disturb =
  (random: Random, { refusesTallies }: { readonly refusesTallies: boolean }) =>
  async ({ name, input, forward }: StoreCall): Promise<StoreAnswer> => {
    const isTally = JSON.stringify(input).includes('#TALLY#');
    if (name === 'PutItem' && isTally && refusesTallies) return storeError(500, 'InternalServerError');
    if (name === 'Query' && random.chance(1 / 4)) {
      return forward({ ...input, Limit: 1 + random.below(Number(input.Limit ?? 10)) });
    }
    if (name === 'Query' && random.chance(1 / 8) && input.ExclusiveStartKey !== undefined) {
      return { status: 200, output: { Items: [], Count: 0, LastEvaluatedKey: input.ExclusiveStartKey } };
    }
    const [[tableName, { Keys }] = ['', { Keys: [] }]] = Object.entries(
      (input.RequestItems ?? {}) as Record<string, { Keys: unknown[] }>,
    );
    if (name !== 'BatchGetItem' || Keys.length < 3 || random.chance(2 / 3)) return forward();
    const some = await forward({ RequestItems: { [tableName]: { ConsistentRead: true, Keys: Keys.slice(2) } } });
    return { ...some, output: { ...some.output, UnprocessedKeys: { [tableName]: { Keys: Keys.slice(0, 2) } } } };
  };

const newUserData = (random: Random, shares: Readonly<Record<string, number>>): Record<string, string> => ({
  id: String(random.below(1_000_000)),
  ...Object.fromEntries(keys.flatMap((key) => (random.below(100) < (shares[key] ?? 0) ? [[key, 'x']] : []))),
});

/** Consents of fifty minutes that end so many minutes ago, many of them in the same millisecond. */
const people = (random: Random, count: number, until: number, shares: Readonly<Record<string, number>>): Stocked[] =>
  Array.from({ length: count }, () => ({
    time: new Date(noon - until * minute - random.below(3_000) * 1_000),
    lang: random.pick(langs),
    channel: random.pick(channels),
    userData: newUserData(random, shares),
  }));

const anySearch = ({ random, shelves }: World): Parameters => {
  const sought = keys.filter(() => random.chance(1 / 4));
  const { projectUid, pid, versionId } = random.pick(shelves);
  const byProject = sought.length === 0 || random.chance(1 / 4);
  const notice = random.pick([{}, {}, {}, { consentInformationPid: pid }, { consentInformationVersionId: versionId }]);
  return {
    userData: sought.length === 0 ? '' : Object.fromEntries(sought.map((key) => [key, spellOtherwise(key)])),
    ...(byProject && { projectUid }),
    ...notice,
    ...(random.chance(1 / 4) && { lang: random.pick(langs) }),
    ...(random.chance(1 / 4) && { channel: random.pick(channels) }),
  };
};

const matches = ({ kept }: World, parameters: Parameters): Kept[] => {
  const { userData, lang, channel, projectUid, consentInformationPid: pid, consentInformationVersionId } = parameters;
  return kept
    .filter((consent) => (lang ?? consent.lang) === consent.lang && (channel ?? consent.channel) === consent.channel)
    .filter((consent) => (projectUid ?? consent.projectUid) === consent.projectUid)
    .filter((consent) => (pid ?? consent.pid) === consent.pid)
    .filter((consent) => (consentInformationVersionId ?? consent.versionId) === consent.versionId)
    .filter((consent) => Object.keys(userData || {}).every((key) => key in consent.userData))
    .sort((one, other) => (one.id < other.id ? 1 : -1));
};

/** What a search may answer: what is there as one of its lists shows it. */
const views = (world: World, parameters: Parameters): Kept[][] => {
  const lists = new Set(Object.keys(parameters.userData || {}).map(listName));
  if (parameters.projectUid !== undefined) lists.add(project);
  return [...lists].map((list) => matches(world, parameters).filter((consent) => isShown(world, list, consent)));
};

/** Holds one search against what a look at every consent finds. */
const checkSearch = async (world: World): Promise<void> => {
  const { random, token } = world;
  const parameters = anySearch(world);
  const allowed = views(world, parameters);
  if (random.chance(1 / 5)) {
    const { body } = await invoke('searchConsents', { ...parameters, first: 'true' }, { token });
    const latest = body.data === null ? undefined : body.data;
    const choice = allowed.map(([consent]) => consent?.id);
    expect({ parameters, choice }).toMatchObject({ parameters, choice: expect.arrayContaining([latest?.id]) });
  }
  const perPage = 1 + random.below(50);
  const page = 1 + random.below(2 + Math.floor((allowed[0]?.length ?? 0) / perPage));
  const { status, body } = await invoke('searchConsents', { ...parameters, page, perPage }, { token });
  expect({ parameters, status }).toEqual({ parameters, status: 200 });
  const pages = allowed.map((view) => view.slice((page - 1) * perPage, page * perPage));
  const shown = body.data.map(({ id, revoked }) => ({ id, revoked }));
  expect(pages.map((choice) => choice.map(({ id, revoked }) => ({ id, revoked })))).toContainEqual(shown);
  expect(allowed.map(({ length }) => length)).toContain(body.totalResults);
  expect(body.totalResults).toBeGreaterThanOrEqual(shown.length === 0 ? 0 : (page - 1) * perPage + shown.length);
};

/** People to check: some by a number that only they have, others by values that some or many share. */
const somebody = ({ random, kept }: World): Record<string, string> => {
  const { userData } = random.pick(kept);
  const sought = keys.filter(() => random.chance(1 / 3));
  const shared = Object.fromEntries(sought.map((key) => [key, spellOtherwise(key)]));
  const own = random.chance(2 / 3) ? { id: String(userData.id) } : {};
  const person = { ...shared, ...own };
  return Object.keys(person).length === 0 ? { id: 'nobody' } : person;
};

/** The value by which a person is looked up, the first of this order. */
const lookedUpBy = (person: Readonly<Record<string, string>>): string =>
  ['tax_code', 'email', 'mobile_phone', 'phone'].find((key) => key in person) ??
  Object.keys(person).find((key) => ownKeys.includes(key)) ??
  ('last_name' in person ? 'last_name' : 'first_name');

/** What a look at every consent says of a person, less what the list does not show yet. */
const judge = (world: World, pid: number, person: Readonly<Record<string, string>>) => {
  const has = (consent: Kept, key: string): boolean => consent.userData[key] === (key === 'id' ? person[key] : 'x');
  const key = lookedUpBy(person);
  const list = world.kept.filter((consent) => has(consent, key) && isShown(world, listName(key), consent));
  const [latest] = list
    .filter((consent) => consent.pid === pid && Object.keys(person).every((each) => has(consent, each)))
    .sort((one, other) => (one.id < other.id ? 1 : -1));
  if (list.length > 100 || latest === undefined) return { allowed: false, reason: 'none' };
  if (latest.revoked) return { allowed: false, reason: 'revoked' };
  if (world.superseded.has(latest.versionId)) return { allowed: false, reason: 'superseded' };
  return { allowed: true, reason: null };
};

/** Holds a check against what a look at every consent finds, and one of its people against a search. */
const checkPeople = async (world: World): Promise<void> => {
  const { random, token } = world;
  const { pid } = random.pick(world.shelves);
  const people = Array.from({ length: 1 + random.below(8) }, () => somebody(world));
  const { body } = await invoke('checkPeople', { pid, people }, { token });
  const told: readonly unknown[] = body.data;
  const expected = people.map((person) => judge(world, pid, person));
  expect({ people, told }).toEqual({ people, told: expected });

  const known = expected.findIndex(({ reason }) => reason !== 'none');
  if (known < 0) return;
  const sought = { userData: people[known], consentInformationPid: pid, first: 'true' };
  const { data } = (await invoke('searchConsents', sought, { token })).body;
  expect({ sought, revoked: data.revoked }).toEqual({ sought, revoked: expected[known]?.reason === 'revoked' });
};

/** Publishes a version that asks again. Later consents are to it, or still to an earlier version. */
const askAgain = async (world: World): Promise<void> => {
  const { random, accountId, shelves, superseded } = world;
  const { pid } = random.pick(shelves);
  for (const consent of world.kept) if (consent.pid === pid) superseded.add(consent.versionId);
  const { versionId } = await publishVersion(table, accountId, pid, noticeContent({ askAgain: true }), new Date());
  for (const [i, shelf] of shelves.entries()) {
    if (shelf.pid !== pid) continue;
    superseded.add(shelf.versionId);
    if (random.chance(2 / 3)) shelves[i] = { ...shelf, versionId };
  }
  setTime(new Date(Date.now() + 1_000));
};

const findById = async ({ token }: World, { id }: Kept) => {
  const { body } = await invoke('searchConsents', { id, userData: '' }, { token });
  return body.data.map((record) => ({ id: record.id, revoked: record.revoked }));
};

/** Hides a consent in some of the lists that have it. */
const hide = ({ random, hidden }: World, { id }: Kept): void => {
  for (const list of [project, 'lookups', ...keys]) if (random.chance(1 / 2)) hidden.add(`${list} ${id}`);
};

/** Records a consent, which is found by id at once, whatever lists show. */
const add = async (world: World, shares: Readonly<Record<string, number>>): Promise<void> => {
  const { random, token, shelves, kept } = world;
  const { projectUid, pid, versionId } = random.pick(shelves);
  const given = { lang: random.pick(langs), channel: random.pick(channels), userData: newUserData(random, shares) };
  const parameters = { ...given, projectUid, consentInformationVersionId: versionId, proof: { url: 'x' } };
  const { body } = await invoke('addConsent', parameters, { token });
  const consent = { ...given, projectUid, pid, versionId, id: body.consentId, time: new Date(), revoked: false };
  kept.push(consent);
  hide(world, consent);
  expect(await findById(world, consent)).toEqual([{ id: consent.id, revoked: false }]);
};

/** Revokes a consent, which is seen at once wherever the consent is, also where lists do not show it yet. */
const revoke = async (world: World, consent: Kept): Promise<void> => {
  const proof = world.random.chance(1 / 3) ? { html: 'x'.repeat(20_000) } : { url: 'x' };
  const { status } = await invoke('revokeConsent', { id: consent.id, proof }, { token: world.token });
  expect(status).toBe(200);
  consent.revoked = true;
  expect(await findById(world, consent)).toEqual([{ id: consent.id, revoked: true }]);
};

const newWorld = async (random: Random): Promise<World> => {
  const { accountId, token, projectUid, notices } = await newTenant({ notices: 2 });
  const second = `${projectUid}-b`;
  await createProject(table, { accountId, uid: second, name: 'B' }, changeAt());
  const [one, two] = notices;
  const shelves = [projectUid, projectUid, second].map((uid, i) => {
    const { pid = 0, versionId = '' } = (i === 0 ? one : two) ?? {};
    return { projectUid: uid, pid, versionId };
  });
  return { random, token, shelves, accountId, kept: [], hidden: new Set(), superseded: new Set() };
};

const put = async (world: World, consents: readonly Stocked[]): Promise<Kept[]> => {
  const groups = world.shelves.map((shelf, i) => ({ shelf, part: consents.filter((_, n) => n % 3 === i) }));
  const added: Kept[] = [];
  for (const { shelf, part } of groups) {
    const ids = await stock(table, await findShelf(table, world.accountId, shelf.projectUid, shelf.pid), part);
    added.push(...part.map((consent, i) => ({ ...consent, ...shelf, id: ids[i] ?? '', revoked: false })));
  }
  world.kept.push(...added);
  return added;
};

const reveal = ({ random, hidden }: World, probability: number): void => {
  for (const entry of hidden) if (random.chance(probability)) hidden.delete(entry);
};

/** The gate's worlds, and others where a run has another seed or is longer. */
const worlds = Array.from({ length: runs(2) }, (_, i) => seed + i);

test.each(worlds)(
  'any search and any check find what a look at every consent does, less what their list does not show yet, seed %i',
  { timeout: 120_000 },
  async (own) => {
    const random = newRandom(own);
    proxy.intercept = undefined;
    setTime(new Date(noon));
    const world = await newWorld(random);
    const shares = Object.fromEntries(keys.map((key) => [key, random.pick([2, 10, 40, 70, 95])]));
    await put(world, people(random, 600, 100, shares));
    await put(world, people(random, 600, 6, shares));
    const late = await put(world, people(random, 150, 0, shares));
    for (const consent of late) if (consent.time.getTime() > noon - 4 * minute) hide(world, consent);
    const hides = (list: string, id: string): boolean => world.hidden.has(`${list} ${id}`);
    const disturbed = disturb(random, { refusesTallies: own % 4 === 2 });
    proxy.intercept = lagIndexes(hides, () => world.hidden.size, disturbed);

    for (let i = 0; i < 40; i += 1) {
      await checkSearch(world);
      await checkPeople(world);
      if (i % 15 === 11) await askAgain(world);
      if (i % 3 === 1) await add(world, shares);
      if (i % 4 === 2) await revoke(world, random.pick(world.kept));
      reveal(world, 1 / 8);
      if (i % 10 === 4) {
        reveal(world, 1);
        setTime(new Date(Date.now() + random.below(14) * minute));
      }
    }
    reveal(world, 1);
    for (let i = 0; i < 10; i += 1) await checkSearch(world);
    for (let i = 0; i < 10; i += 1) await checkPeople(world);
  },
);
