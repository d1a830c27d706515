import type { Table } from '../../../shared/store/client.ts';
import type { Called, Caller } from '../../../test/support/caller.ts';
import type { Random } from '../../../test/support/random.ts';
import type { Tenant } from '../chaos/tenants.ts';
import { newTenant, signIn } from '../chaos/tenants.ts';

/** What happened in all rounds. */
export interface Races {
  readonly rounds: number;
  readonly presentations: number;
  readonly winners: number;
  readonly refusals: number;
  /** Presentations that a busy store kept from being answered: 503. */
  readonly unavailable: number;
  /** Tokens that were used again too late for a lost race, and ended their session. */
  readonly thefts: number;
  readonly violations: readonly string[];
}

/** A session as its holder knows it. */
interface Held {
  readonly token: string;
  readonly refreshToken: string;
}

const theftChance = 0.01;
const lateMilliseconds = 11_000;

const bodyOf = ({ text }: Called): string => JSON.stringify({ ...JSON.parse(text), requestId: '' });

const refresh = (call: Caller, refreshToken: string): Promise<Called> =>
  call('refreshToken', { refresh_token: refreshToken });

/** Presents a token so many times at once. */
const race = async (call: Caller, { refreshToken }: Held, width: number) => {
  const answers = await Promise.all(Array.from({ length: width }, () => refresh(call, refreshToken)));
  const won = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status, body }) => status === 401 && body.code === 'refresh-token.invalid');
  const unavailable = answers.filter(({ status }) => status === 503).length;
  return { won, refused, unavailable, bodies: new Set(refused.map(bodyOf)) };
};

/** Uses a token again, too late for a lost race: what it belonged to must be over at once. */
const steal = async (call: Caller, stolen: Held, current: Held): Promise<string[]> => {
  const again = await refresh(call, stolen.refreshToken);
  const details = await call('details', {}, { token: current.token });
  const next = await refresh(call, current.refreshToken);
  const expected = '401 refresh-token.invalid, 401 session.ended, 401 refresh-token.invalid';
  const found = [again, details, next].map(({ status, body }) => `${status} ${body.code}`).join(', ');
  return found === expected ? [] : [`after a theft: ${found}`];
};

/**
 * Refresh tokens presented by many at once, round after round, each with the token that the last one won.
 *
 * @param passTime moves the clock of this process
 */
export const runRaces = async (
  table: Table,
  call: Caller,
  random: Random,
  { rounds, width, passTime }: { rounds: number; width: number; passTime: (milliseconds: number) => void },
): Promise<Races> => {
  const tenant: Tenant = await newTenant(table);
  let held: Held = await signIn(table, tenant);
  let [winners, refusals, unavailable, thefts] = [0, 0, 0, 0];
  const violations: string[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const { won, refused, bodies, ...rest } = await race(call, held, width);
    winners += won.length;
    refusals += refused.length;
    unavailable += rest.unavailable;
    const isOne = won.length === 1 || (won.length === 0 && rest.unavailable > 0);
    if (!isOne || won.length + refused.length + rest.unavailable !== width) {
      violations.push(`round ${round}: ${won.length} won, ${refused.length} were refused`);
    }
    if (bodies.size > 1) violations.push(`round ${round}: refusals differ`);
    const [winner] = won;
    if (winner === undefined) {
      held = await signIn(table, tenant);
      continue;
    }
    const before = held;
    held = { token: winner.body.access_token, refreshToken: winner.body.refresh_token };
    const { status } = await call('details', {}, { token: held.token });
    if (status !== 200) violations.push(`round ${round}: the session is over`);
    if (!random.chance(theftChance)) continue;
    passTime(lateMilliseconds);
    violations.push(...(await steal(call, before, held)).map((text) => `round ${round}, ${text}`));
    thefts += 1;
    held = await signIn(table, tenant);
  }
  return { rounds, presentations: rounds * width, winners, refusals, unavailable, thefts, violations };
};
