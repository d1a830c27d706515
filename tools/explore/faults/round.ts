import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import pMap from 'p-map';
import { newIdentifier } from '../../../shared/identifier.ts';
import { createAccount } from '../../../shared/identity/account-changes.ts';
import { getSigningKey } from '../../../shared/identity/keys/signing-key.ts';
import { createProject } from '../../../shared/identity/project.ts';
import { startSession } from '../../../shared/identity/session.ts';
import { issueTokenSet } from '../../../shared/identity/token-set.ts';
import { usualRole } from '../../../shared/identity/user.ts';
import { createUser } from '../../../shared/identity/user-changes.ts';
import type { Item, Table } from '../../../shared/store/client.ts';
import { readAllItems } from '../../../test/support/all-items.ts';
import type { Caller } from '../../../test/support/caller.ts';
import { changeAt } from '../../../test/support/change.ts';
import { createNotice } from '../../../test/support/notices.ts';
import { passwordHash } from '../../../test/support/password.ts';
import type { Random } from '../../../test/support/random.ts';
import { fail, toTable } from '../../program.ts';
import { Client } from './client.ts';
import type { History, Tenant } from './violations.ts';
import { findViolations, newHistory, readStored } from './violations.ts';

const newTenant = async (table: Table): Promise<Tenant> => {
  const change = changeAt();
  const accountId = await createAccount(table, { name: 'A shop', consentRegisterEnabled: true }, change);
  await createProject(table, { accountId, uid: 'shop', name: 'Shop' }, change);
  const pids: number[] = [];
  const texts = { title: { eng: 'Privacy notice' }, descriptionHtml: { eng: '<p>We process your data.</p>' } };
  for (let i = 0; i < 3; i += 1) {
    const { pid } = await createNotice(
      table,
      accountId,
      { validityDays: 0, notification: false, ...texts },
      new Date(),
    );
    pids.push(pid);
  }
  const email = `${accountId}@example.com`;
  const userId = await createUser(table, { accountId, name: 'A User', email, passwordHash }, change);
  if (userId === undefined) throw new Error('The email is taken.');
  return { accountId, userId, projectUid: 'shop', pids };
};

/** Starts a session without a login, whose bcrypt would take most of the time. */
const signIn = async (table: Table, { userId, accountId }: Tenant) => {
  const now = new Date();
  const { session, refreshToken } = await startSession(
    table,
    { userId, accountId, epoch: 1 },
    { id: newIdentifier(now), lifetime: 24 * 60 * 60, now },
  );
  const tokens = issueTokenSet(session, { role: usualRole }, refreshToken, await getSigningKey(now), now);
  return { token: tokens.access_token, refreshToken: tokens.refresh_token };
};

/** How much happens in a round. */
export interface Size {
  readonly tenants: number;
  readonly clientsOfTenant: number;
  readonly steps: number;
}

/** What came of a round; `violations` is empty when all is well. */
interface Outcome {
  readonly history: History;
  readonly stored: number;
  readonly lostChains: number;
  readonly violations: readonly string[];
}

const deletesAtOnce = 25;

/** Empties the table but for the public keys, so that the next round has only its own data. */
const clear = async (table: Table, items: readonly Item[]): Promise<void> => {
  const keys = items.filter(({ PK }) => PK !== 'KEYS').map(({ PK, SK }) => ({ PK, SK }));
  const chunks = Array.from({ length: Math.ceil(keys.length / deletesAtOnce) }, (_, i) =>
    keys.slice(i * deletesAtOnce, (i + 1) * deletesAtOnce),
  );
  await pMap(
    chunks,
    (chunk) =>
      table.client.send(
        new BatchWriteCommand({
          RequestItems: { [table.name]: chunk.map((Key) => ({ DeleteRequest: { Key } })) },
        }),
      ),
    { concurrency: 4 },
  );
};

interface Engaged {
  readonly client: Client;
  /** Gives the client a new refresh chain. */
  readonly renew: () => Promise<void>;
}

/** When the trouble is over, everything succeeds at once; a refresh, where the token was not lost with an answer. */
const checkLiveness = async ({ client, renew }: Engaged): Promise<string[]> => {
  const wrong: string[] = [];
  if (!(await client.add())) wrong.push('an add failed after the trouble');
  if (!(await client.revoke())) wrong.push('a revocation failed after the trouble');
  if (!(await client.search())) wrong.push('a search failed after the trouble');
  if (!(await client.askErasure())) wrong.push('a request to erase failed after the trouble');
  if (client.hasRefreshToken) await client.refresh();
  if (client.hasRefreshToken) return wrong;
  await renew();
  return (await client.refresh()) ? wrong : [...wrong, 'a refresh failed after the trouble'];
};

/**
 * A round on a table of its own: clients work while `disturb` makes trouble, the trouble ends, everything must succeed,
 * and what is stored must fit what clients were told.
 *
 * @param disturb begins the trouble and returns what ends it
 */
export const runRound = async (
  table: Table,
  call: Caller,
  random: Random,
  { size, disturb }: { readonly size: Size; readonly disturb: (random: Random) => Promise<() => Promise<void>> },
): Promise<Outcome> => {
  const history = newHistory();
  const tenants = await pMap(Array.from({ length: size.tenants }), () => newTenant(table), { concurrency: 1 });
  const sessions = await Promise.all(
    tenants.map(async (tenant) => ({ tenant, token: (await signIn(table, tenant)).token })),
  );
  const clients: Engaged[] = [];
  for (const { tenant, token } of sessions) {
    const [acknowledged, asked]: [string[], string[]] = [[], []];
    for (let i = 0; i < size.clientsOfTenant; i += 1) {
      const newToken = async () => (await signIn(table, tenant)).refreshToken;
      const of = { tenant, token, call, random: random.fork(), history, acknowledged, asked };
      const client = new Client(of, await newToken());
      clients.push({ client, renew: async () => client.takeUp(await newToken()) });
    }
  }

  const end = await disturb(random.fork());
  await Promise.all(
    clients.map(async ({ client }) => {
      for (let step = 0; step < size.steps; step += 1) await client.step();
    }),
  );
  await end();

  const lively = await pMap(clients, checkLiveness, { concurrency: 8 });
  const readers = clients.filter((_, i) => i % size.clientsOfTenant === 0);
  const guessed = await pMap(readers, ({ client }) => client.guessPassword(), { concurrency: 1 });
  const items = await readAllItems(table);
  const stored = readStored(items);
  await clear(table, items);
  return {
    history,
    stored: stored.length,
    lostChains: clients.reduce((sum, { client }) => sum + client.lostChains, 0),
    violations: [
      ...lively.flat(),
      ...guessed.filter((isAnswered) => !isAnswered).map(() => 'a wrong password had no answer after the trouble'),
      ...findViolations(history, stored),
    ],
  };
};

const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);

const countAcknowledged = (requests: readonly { readonly answers: readonly string[] }[]): number =>
  requests.filter(({ answers }) => answers.length > 0).length;

/** What happened in all rounds together, as a table. */
const summarise = (outcomes: readonly Outcome[]): string => {
  const adds = outcomes.flatMap(({ history }) => history.adds);
  const revokes = outcomes.flatMap(({ history }) => history.revokes);
  const winners = outcomes.flatMap(({ history }) => [...history.winners.values()]);
  const replays = sum([...adds, ...revokes].map(({ answers }) => Math.max(0, answers.length - 1)));
  return toTable(
    ['', ''],
    [
      ['requests to add', adds.length],
      ['of these acknowledged', countAcknowledged(adds)],
      ['consents stored', sum(outcomes.map(({ stored }) => stored))],
      ['requests to revoke', revokes.length],
      ['of these acknowledged', countAcknowledged(revokes)],
      ['repetitions under an Idempotency-Key that got the first answer', replays],
      ['refresh tokens presented', winners.length],
      ['of these exchanged', sum(winners)],
      ['refresh chains ended by an answer that was lost', sum(outcomes.map(({ lostChains }) => lostChains))],
      ['violations', sum(outcomes.map(({ violations }) => violations.length))],
    ],
  );
};

/**
 * Runs rounds until as much trouble was made as is wanted. The program fails if anything does not hold.
 *
 * @param made counts the trouble of all rounds, which has a name
 */
export const runRounds = async (
  { wanted, made, name }: { readonly wanted: number; readonly made: () => number; readonly name: string },
  round: () => Promise<Outcome>,
): Promise<string> => {
  const outcomes: Outcome[] = [];
  while (made() < wanted) {
    const outcome = await round();
    outcomes.push(outcome);
    fail(outcome.violations.map((violation) => `round ${outcomes.length}: ${violation}`));
    process.stderr.write(`${made()} of ${wanted} ${name}\n`);
  }
  const adds = outcomes.flatMap(({ history }) => history.adds);
  if (countAcknowledged(adds) < adds.length / 2) fail(['fewer than half of the requests to add were acknowledged']);
  return `${outcomes.length} rounds:\n\n${summarise(outcomes)}`;
};
