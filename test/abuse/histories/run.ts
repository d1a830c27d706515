import { randomUUID } from 'node:crypto';
import type { Called, Caller } from '../../support/caller.ts';
import type { Random } from '../../support/random.ts';
import type { Tenant } from '../chaos/tenants.ts';
import type { Change, Event, Search } from './event.ts';

/** Where a history happens: an account that others use as well. */
export interface Place {
  readonly tenant: Tenant;
  readonly token: string;
  readonly call: Caller;
}

const clients = 3;
const operationsAtMost = 4;

const textOf = ({ status, text }: Called): string =>
  status === 200 ? text : JSON.stringify({ ...JSON.parse(text), requestId: '' });

/** A few clients at once, with keys and consents in common; all their consents have a value that nobody else has. */
export const runHistory = async ({ tenant, token, call }: Place, random: Random): Promise<Event[]> => {
  const events: Event[] = [];
  const name = randomUUID();
  const keys = [undefined, undefined, `${name}-1`, `${name}-2`];
  const acknowledged: string[] = [];
  let clock = 0;
  const tick = (): number => {
    clock += 1;
    return clock;
  };

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
    const called = tick();
    const parameters = { userData: { history: name }, ...(first ? { first } : paging) };
    const answer = await call('searchConsents', parameters, { token });
    const found: Search = {
      kind: 'search',
      called,
      answered: tick(),
      status: answer.status,
      text: textOf(answer),
      ...asked,
    };
    events.push(found);
  };

  const step = (own: Random): Promise<void> => {
    const drawn = own.below(10);
    const proof = { url: `https://shop.example/${own.below(2)}` };
    if (drawn < 4 || (drawn < 8 && acknowledged.length === 0)) {
      const consentInformationPid = tenant.pids[0];
      return change('add', {
        projectUid: tenant.projectUid,
        consentInformationPid,
        proof,
        userData: { history: name },
      });
    }
    if (drawn >= 8) return search();
    const id = own.pick(acknowledged);
    return change('revoke', { id, proof }, id);
  };

  await Promise.all(
    Array.from({ length: clients }, async () => {
      const own = random.fork();
      for (let left = 1 + own.below(operationsAtMost); left > 0; left -= 1) await step(own);
    }),
  );
  await search();
  return events;
};
