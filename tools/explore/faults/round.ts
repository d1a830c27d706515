import pMap from 'p-map';
import type { Table } from '../../../shared/store/table.ts';
import type { Caller } from '../../../test/support/call/functions.ts';
import { newTenant, signIn } from '../../../test/support/make/builders.ts';
import type { Random } from '../../../test/support/make/chance.ts';
import { readAllItems } from '../../../test/support/make/stored.ts';
import { fail, toTable } from '../../program.ts';
import { Client } from './client.ts';
import type { History } from './violations.ts';
import { findViolations, newHistory, readStored } from './violations.ts';

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
  readonly violations: readonly string[];
}

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
  if (!(await client.find())) wrong.push('a search failed after the trouble');
  if (client.hasRefreshToken) await client.refresh();
  if (client.hasRefreshToken) return wrong;
  await renew();
  return (await client.refresh()) ? wrong : [...wrong, 'a refresh failed after the trouble'];
};

/**
 * A round on a table of its own: clients work while `disturb` makes trouble, the trouble ends, everything must succeed,
 * and what is stored must fit the answers that clients got.
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
  const tenants = await pMap(Array.from({ length: size.tenants }), () => newTenant({ notices: 3 }), { concurrency: 1 });
  const sessions = await Promise.all(
    tenants.map(async (tenant) => ({ tenant, token: (await signIn(tenant.userId)).token })),
  );
  const clients: Engaged[] = [];
  for (const { tenant, token } of sessions) {
    const acknowledged: string[] = [];
    for (let i = 0; i < size.clientsOfTenant; i += 1) {
      const newToken = async () => (await signIn(tenant.userId)).refreshToken;
      const of = { tenant, token, call, random: random.fork(), history, acknowledged };
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
  const accounts = new Set(tenants.map(({ accountId }) => accountId));
  const stored = readStored(await readAllItems(table)).filter(({ accountId }) => accounts.has(accountId));
  return {
    history,
    stored: stored.length,
    violations: [...lively.flat(), ...findViolations(history, stored)],
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
  return toTable(
    ['', ''],
    [
      ['requests to add', adds.length],
      ['of these acknowledged', countAcknowledged(adds)],
      ['consents stored', sum(outcomes.map(({ stored }) => stored))],
      ['requests to revoke', revokes.length],
      ['of these acknowledged', countAcknowledged(revokes)],
      ['refresh tokens presented', winners.length],
      ['of these exchanged', sum(winners)],
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
