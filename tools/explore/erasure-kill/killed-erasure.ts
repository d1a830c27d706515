import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { StoredConsent } from '../../../shared/consents/consent.ts';
import { parseConsent } from '../../../shared/consents/consent.ts';
import type { Extent } from '../../../shared/consents/erasure/erasures.ts';
import { listErasures } from '../../../shared/consents/erasure/erasures.ts';
import type { UserData } from '../../../shared/consents/evidence.ts';
import { findableValues } from '../../../shared/consents/evidence.ts';
import { newConsents } from '../../../shared/consents/new-consent.ts';
import { recordConsents } from '../../../shared/consents/recording.ts';
import { revokeConsent } from '../../../shared/consents/revocation.ts';
import { hashJson } from '../../../shared/digest.ts';
import { newIdentifier } from '../../../shared/identifier.ts';
import { listLogEntries } from '../../../shared/identity/operations-log.ts';
import { findProject } from '../../../shared/identity/project.ts';
import { limits } from '../../../shared/limits.ts';
import { toNamedVersion } from '../../../shared/notices/reference.ts';
import type { Item, Table } from '../../../shared/store/client.ts';
import { batchGet } from '../../../shared/store/get.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { transact } from '../../../shared/store/write.ts';
import type { Outcome } from '../../../test/e2e/command.ts';
import { readAllItems } from '../../../test/support/all-items.ts';
import type { Tenant } from '../../../test/support/builders.ts';
import { newTenant } from '../../../test/support/builders.ts';
import { dieAtWrite, killAtWrite } from '../../../test/support/death.ts';
import { noise } from '../../../test/support/noise.ts';
import type { Random } from '../../../test/support/random.ts';
import type { StoreCall, StoreProxy } from '../../../test/support/store-proxy.ts';
import type { KillOutcome } from '../kill/kill-rounds.ts';
import { program } from '../kill/kill-rounds.ts';

/** An account in which a person is to be erased, and another one is not. */
interface Ground {
  readonly tenant: Tenant;
  readonly hers: readonly string[];
  readonly others: readonly string[];
  /** Of both, what was revoked: of the other person the consent that keeps the proof for two more. */
  readonly ended: readonly string[];
}

const past = new Date('2026-03-01T12:00:00.000Z');

const observed = {
  userId: 1,
  sessionId: '0'.repeat(32),
  sourceIp: '203.0.113.7',
  userAgent: 'A browser',
  requestId: 'r-1',
};

const toProof = (bytes: number) => ({ html: noise(bytes).toString('base64') });

/** Records consents to several notices by one request of the past. */
const record = async (
  table: Table,
  { accountId, projectUid }: Tenant,
  pids: readonly number[],
  { userData, proof }: { readonly userData: UserData; readonly proof: Record<string, string> },
): Promise<string[]> => {
  const project = await findProject(table, accountId, projectUid);
  const heads = await batchGet(
    table,
    pids.map((pid) => keyOf.notice(accountId, pid)),
    { consistent: true },
  );
  const notices = pids.map((pid) => ({ pid }));
  const versions = heads.map((head, i) => toNamedVersion(notices[i] ?? { pid: 0 }, head ?? {}));
  if (project === undefined) throw new Error('There is no project.');
  const values = findableValues(userData);
  const request = {
    projectUid,
    notices,
    isList: true,
    userData,
    proof,
    values,
    lang: 'eng',
    channel: 'web',
  } as const;
  const circumstances = { observed, now: past, newId: () => newIdentifier(past) };
  const consents = newConsents(accountId, request, { project, versions }, circumstances);
  await recordConsents(table, { consents, request }, undefined, { answer: undefined, now: past });
  return consents.map(({ id }) => id);
};

const revoke = async (
  table: Table,
  { accountId }: Tenant,
  id: string,
  proof: Record<string, string>,
): Promise<void> => {
  const now = new Date(past.getTime() + 1_000);
  await transact(table, revokeConsent(accountId, { id, channel: 'email', proof }, { observed, now }));
};

/**
 * Her consents have every shape: alone, with a key of the site's own, with a proof for several, revoked briefly and at length.
 */
const newGround = async (table: Table): Promise<Ground> => {
  const tenant = await newTenant({ notices: 3 });
  const pids = tenant.notices.map(({ pid }) => pid);
  const ada = { email: 'ada@example.com', club: 'C-1', first_name: 'Ada' };
  const alone = await record(table, tenant, pids.slice(0, 1), { userData: ada, proof: toProof(100) });
  const together = await record(table, tenant, pids, { userData: ada, proof: toProof(limits.ownProofBytes * 3) });
  const revoked = await record(table, tenant, pids.slice(0, 2), {
    userData: { email: 'ADA@example.com' },
    proof: toProof(100),
  });
  const [briefly = '', atLength = ''] = revoked;
  for (const [id, bytes] of [
    [briefly, 100],
    [atLength, limits.ownRevocationBytes],
  ] as const)
    await revoke(table, tenant, id, toProof(bytes));
  const others = await record(table, tenant, pids, {
    userData: { email: 'bo@example.com', club: 'C-1', first_name: 'Ada' },
    proof: toProof(limits.ownProofBytes * 3),
  });
  const [keeper = ''] = others;
  await revoke(table, tenant, keeper, toProof(100));
  return { tenant, hers: [...alone, ...together, ...revoked], others, ended: [...revoked, keeper] };
};

/** The items of an account, by what they are. */
const readAccount = async (table: Table, accountId: string) => {
  const items = (await readAllItems(table)).filter(({ PK }) => String(PK).startsWith(`ACCOUNT#${accountId}`));
  const of = (kind: string): Item[] => items.filter(({ PK }) => String(PK).startsWith(`ACCOUNT#${accountId}#${kind}#`));
  const consents = new Map(
    of('CONSENT')
      .map(parseConsent)
      .map((consent) => [consent.id, consent]),
  );
  const runs = items.filter(({ PK }) => PK === `ACCOUNT#${accountId}#ERASURES`);
  return { items, of, consents, runs };
};

type Account = Awaited<ReturnType<typeof readAccount>>;

const proofOf = ({ consents }: Account, { id, proofId = id }: StoredConsent): string | undefined => {
  const proof = consents.get(proofId)?.proof;
  return proof && Buffer.from(proof).toString('base64');
};

/** What may be at no moment: a consent that was not erased and lacks its proof, or one that is half erased. */
const findTorn = (before: Account, now: Account): string[] =>
  [...now.consents.values()].flatMap((consent) => {
    const { id, eraseTime, proof, userData } = consent;
    const first = before.consents.get(id);
    if (eraseTime !== undefined) return (proof ?? userData) ? [`${id} is half erased`] : [];
    const isWhole = first !== undefined && userData !== undefined && proofOf(now, consent) === proofOf(before, first);
    const lookups = now.of('USERDATA').filter(({ SK, proofId }) => SK === id && proofId === consent.proofId);
    const all = before.of('USERDATA').filter(({ SK }) => SK === id);
    return [
      ...(isWhole ? [] : [`${id} lacks its proof or its data`]),
      ...(lookups.length >= all.length ? [] : [`${id} lacks a lookup, or one names another proof`]),
    ];
  });

/** What must be in the end. */
interface Expected {
  readonly accountId: string;
  readonly erased: readonly string[];
  readonly extent: Extent;
}

const findInList = async (
  erasures: Table,
  { accountId, erased, extent }: Expected,
  now: Account,
): Promise<string[]> => {
  const listed = (await Array.fromAsync(listErasures(erasures, accountId))).flat();
  const ids = listed.map(({ consentId }) => consentId);
  const late = listed.filter(({ consentId, time }) => {
    const { eraseTime } = now.consents.get(consentId) ?? {};
    return eraseTime !== undefined && eraseTime.getTime() !== time.getTime();
  });
  return [
    ...(JSON.stringify(ids.sort()) === JSON.stringify([...erased].sort()) ? [] : [`${ids.length} erasures are listed`]),
    ...(listed.every((each) => each.extent === extent) ? [] : ['an erasure is listed with another extent']),
    ...(late.length === 0 ? [] : [`${late.length} were erased at another time than is listed`]),
  ];
};

const findInLog = async (table: Table, { accountId }: Expected): Promise<string[]> => {
  const entries = (await listLogEntries(table, 10_000)).filter(({ target }) => target.accountId === accountId);
  const runs = Map.groupBy(entries, ({ target }) => target.erasure);
  runs.delete(undefined);
  const isWhole = [...runs.values()].every(
    (of) => of.length === 2 && of.filter(({ target }) => target.ended).length === 1,
  );
  return isWhole && runs.size > 0 ? [] : ['the operations log is not complete'];
};

/** What is wrong once the erasure has ended: something is missing, there twice, or was touched that must not be. */
const findWrong = async (
  { table, erasures }: { readonly table: Table; readonly erasures: Table },
  expected: Expected,
  before: Account,
): Promise<string[]> => {
  const { accountId, erased, extent } = expected;
  const now = await readAccount(table, accountId);
  const isGone = (id: string): boolean =>
    extent === 'everything' ? !JSON.stringify(now.items).includes(id) : now.consents.get(id)?.eraseTime !== undefined;
  const sums = now.of('ERASED').reduce((sum, { consents }) => sum + Number(consents), 0);
  const kept = [...before.consents.keys()].filter((id) => !erased.includes(id));
  const others = (of: Account): string[] =>
    of.items
      .filter(({ SK }) => kept.includes(String(SK)))
      .map(({ proof: _, proofId: __, storedBytes: ___, ...item }) => hashJson(item))
      .sort();
  return [
    ...findTorn(before, now),
    ...erased.filter((id) => !isGone(id)).map((id) => `${id} is not erased`),
    ...(now.of('REVOKE-PROOF').some(({ PK }) => erased.some((id) => String(PK).endsWith(id)))
      ? ['a proof of a revocation is left']
      : []),
    ...(sums === (extent === 'everything' ? erased.length : 0) ? [] : [`the sums have ${sums} consents`]),
    ...(JSON.stringify(others(now)) === JSON.stringify(others(before))
      ? []
      : ['a consent was touched that was not to be erased']),
    ...(now.runs.length === 0 ? [] : ['an erasure has not ended']),
    ...(await findInList(erasures, expected, now)),
    ...(await findInLog(table, expected)),
  ];
};

/** At which write a command is killed: before it comes to the table, or when it is done and nobody knows. */
interface Kill {
  readonly write: number | 'last';
  readonly isDone: boolean;
}

/** Runs a command, and kills it at a write. Its exit code is null where it was killed. */
type RunCommand = (
  words: readonly string[],
  kill: Kill | undefined,
) => Promise<{ readonly exitCode: number | null; readonly said: string }>;

/** What is killed, on which tables. */
interface Target {
  readonly table: Table;
  readonly erasures: Table;
  readonly run: RunCommand;
}

const endsRun = ({ name, input }: StoreCall): boolean =>
  name === 'TransactWriteItems' && /"Delete":\{[^}]*#ERASURES"/.test(JSON.stringify(input));

/** Whether a command is to die at a call, by how many writes it has made. */
const diesAt =
  (kill: Kill | undefined) =>
  (call: StoreCall, writes: number): boolean =>
    kill?.write === writes || (kill?.write === 'last' && endsRun(call));

/** Runs commands each in a process of its own, which goes through the proxy. */
export const runApart =
  ({ table, erasures, proxy }: Pick<Target, 'table' | 'erasures'> & { readonly proxy: StoreProxy }): RunCommand =>
  async (words, kill) => {
    const all = [program, ...words, '--table', table.name, '--erasures-table', erasures.name];
    const child = spawn(process.execPath, all, { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    killAtWrite(proxy, diesAt(kill), kill?.isDone, () => {
      child.kill('SIGKILL');
      return undefined;
    });
    const [exitCode] = await once(child, 'close');
    proxy.intercept = undefined;
    return { exitCode, said };
  };

/** Runs commands in this process: from its death on the table answers none of its calls but with a refusal. */
export const runHere =
  (proxy: StoreProxy, admin: (...words: readonly string[]) => Promise<Outcome>): RunCommand =>
  async (words, kill) => {
    const { outcome, isDead } = await dieAtWrite(proxy, diesAt(kill), kill?.isDone, () => admin(...words));
    return { exitCode: isDead ? null : outcome.exitCode, said: outcome.stderr };
  };

interface Plan {
  readonly words: readonly string[];
  readonly extent: Extent;
  readonly erased: readonly string[];
}

/** What is erased, and how many writes that makes, about. */
const writesOf = { 'person to evidence': 16, 'person with everything': 16, purge: 11 } as const;
type Errand = keyof typeof writesOf;

const toPlan = (errand: Errand, { tenant: { accountId }, hers, ended }: Ground): Plan => {
  const of = ['--account', accountId, '--yes', '--json'];
  const person = ['person', 'erase', 'email=ada@example.com', ...of];
  const purge = ['consent', 'purge', '--ended-before', '2026-04-01', ...of];
  const plans: Readonly<Record<Errand, Plan>> = {
    'person to evidence': { words: person, extent: 'evidence', erased: hers },
    'person with everything': { words: [...person, '--everything'], extent: 'everything', erased: hers },
    purge: { words: purge, extent: 'evidence', erased: ended },
  };
  return plans[errand];
};

/** What is erased, and where the command is killed, one time after the other. */
interface Course {
  readonly errand: Errand;
  readonly kills: readonly Kill[];
}

/** A course with one kill or more, so many at most. */
export const drawCourse = (random: Random, most: number): Course => {
  const errand = random.pick(Object.keys(writesOf) as Errand[]);
  const kills: Kill[] = [];
  while (kills.length < most && (kills.length === 0 || random.below(2) === 0))
    kills.push({ write: 1 + random.below(writesOf[errand]), isDone: random.below(2) === 0 });
  return { errand, kills };
};

/** Erases, is killed, and goes on until it has ended. */
export const eraseUnderKills = async (target: Target, { errand, kills: planned }: Course): Promise<KillOutcome> => {
  const { table } = target;
  const ground = await newGround(table);
  const { accountId } = ground.tenant;
  const plan = toPlan(errand, ground);
  const before = await readAccount(table, accountId);
  const violations: string[] = [];
  let [kills, resumed] = [0, 0];
  for (;;) {
    const { exitCode, said } = await target.run(plan.words, planned[kills]);
    const now = await readAccount(table, accountId);
    violations.push(...findTorn(before, now));
    if (exitCode !== null) {
      // Nothing is left to do where the kill came after the last write.
      if (exitCode !== 0 && !(exitCode === 3 && kills > 0)) violations.push(`exit code ${exitCode}: ${said}`);
      break;
    }
    kills += 1;
    const done = plan.erased.filter(
      (id) => now.consents.get(id)?.eraseTime !== undefined || !now.consents.has(id),
    ).length;
    if (done > 0 && done < plan.erased.length) resumed += 1;
  }
  const expected = { accountId, extent: plan.extent, erased: plan.erased };
  violations.push(...(await findWrong(target, expected, before)));
  return {
    kills,
    resumed,
    violations: violations.map((violation) => `${plan.words.slice(0, 2).join(' ')} (${plan.extent}): ${violation}`),
  };
};
