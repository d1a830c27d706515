import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Called, Caller } from '../../../test/support/caller.ts';
import type { Random } from '../../../test/support/random.ts';
import type { Tenant } from '../chaos/tenants.ts';
import type { Change, Event, Search } from './check.ts';

/** Where a history happens: an account that others use as well. */
export interface Place {
  readonly tenant: Tenant;
  readonly token: string;
  readonly call: Caller;
  /** Milliseconds by which indexes are behind the table at most. */
  readonly lag: number;
}

const clients = 3;
const operationsAtMost = 4;

const textOf = ({ status, text }: Called): string =>
  status === 200 ? text : JSON.stringify({ ...JSON.parse(text), requestId: '' });

/** A few clients at once, with keys and consents in common; all their consents have a value that nobody else has. */
export const runHistory = async ({ tenant, token, call, lag }: Place, random: Random): Promise<Event[]> => {
  const events: Event[] = [];
  const name = randomUUID();
  const own = { history: name };
  const person = { email: `${name}@example.com` };
  const keys = [undefined, undefined, `${name}-1`, `${name}-2`];
  const acknowledged: string[] = [];
  const ticks: number[] = [];
  const tick = (): number => ticks.push(Date.now());
  /** The clock when as much time has passed since as indexes may need. */
  const findFollowed = (): number => 1 + ticks.findLastIndex((time) => time <= Date.now() - lag);

  const change = async (kind: Change['kind'], parameters: Record<string, unknown>, target?: string): Promise<void> => {
    const key = random.pick(keys);
    const called = tick();
    const operation = kind === 'add' ? 'addConsent' : 'revokeConsent';
    const answer = await call(operation, parameters, { token, ...(key !== undefined && { idempotencyKey: key }) });
    const request = `${kind} ${JSON.stringify(parameters)}`;
    const rest = { status: answer.status, text: textOf(answer), key, request };
    events.push({ kind, called, answered: tick(), ...rest, ...(target !== undefined && { target }) });
    if (kind === 'add' && answer.status === 200) acknowledged.push(answer.body.consentId);
  };

  const search = async (): Promise<void> => {
    const asked = { first: random.chance(0.3), page: 1 + random.below(2), perPage: random.pick([1, 2, 50]) };
    const { first, ...paging } = asked;
    const id = random.chance(0.3) && acknowledged.length > 0 ? random.pick(acknowledged) : undefined;
    const { projectUid } = tenant;
    const sought = random.pick([
      { userData: own },
      { userData: person },
      { userData: { ...own, ...person }, projectUid },
    ]);
    const followed = findFollowed();
    const called = tick();
    const parameters = { ...(id === undefined ? sought : { id, userData: '' }), ...(first ? { first } : paging) };
    const answer = await call('searchConsents', parameters, { token });
    const found: Search = {
      kind: 'search',
      called,
      answered: tick(),
      status: answer.status,
      text: textOf(answer),
      id,
      followed,
      ...asked,
    };
    events.push(found);
  };

  const step = (numbers: Random): Promise<void> => {
    const drawn = numbers.below(10);
    const proof = {
      url: `https://shop.example/${numbers.below(2)}`,
      ...(numbers.chance(0.2) && { html: 'x'.repeat(20_000) }),
    };
    if (drawn < 4 || (drawn < 8 && acknowledged.length === 0)) {
      const consentInformationPid = tenant.pids[0];
      return change('add', {
        projectUid: tenant.projectUid,
        consentInformationPid,
        proof,
        userData: { ...own, ...person },
      });
    }
    if (drawn >= 8) return search();
    const id = numbers.pick(acknowledged);
    return change('revoke', { id, proof }, id);
  };

  await Promise.all(
    Array.from({ length: clients }, async () => {
      const numbers = random.fork();
      for (let left = 1 + numbers.below(operationsAtMost); left > 0; left -= 1) await step(numbers);
    }),
  );
  await sleep(lag + 1);
  await search();
  return events;
};
