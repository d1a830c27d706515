import * as v from 'valibot';
import { limits } from '../../api/limits.ts';
import { invalidParameters, Problem } from '../../api/problem.ts';
import type { Change } from '../../identity/operations-log.ts';
import { dayMilliseconds, dayOf, epochSeconds } from '../../runtime/time.ts';
import type { Given, IdempotentRequest } from '../../store/idempotency.ts';
import { findAnswer, writeOnce } from '../../store/idempotency.ts';
import { keyOf } from '../../store/keys.ts';
import { batchGet, queryItems } from '../../store/read.ts';
import type { Item, Table } from '../../store/table.ts';
import type { Put, Update } from '../../store/write.ts';
import { isNew, transact, write } from '../../store/write.ts';
import type {
  ErasureRequestState,
  NewErasureRequest,
  RequestedErasure,
  StoredErasureRequest,
} from './request-schemas.ts';
import {
  answerDueOn,
  erasableAttributes,
  parseErasureRequest,
  readErasureRequest,
  toRequestedErasure,
} from './request-schemas.ts';

const Erasable = v.object({ eraseTime: v.optional(v.string()) });
type Erasable = v.InferOutput<typeof Erasable>;

/** The consents that a request names, in its order. Undefined for those that the account does not have. */
const readErasable = async (
  table: Table,
  accountId: string,
  ids: readonly string[],
): Promise<readonly (Erasable | undefined)[]> => {
  const items = await batchGet(
    table,
    ids.map((id) => keyOf.consent(accountId, id)),
    { consistent: true, projection: { ProjectionExpression: ['PK', 'SK', ...erasableAttributes].join(',') } },
  );
  return items.map((item) => item && v.parse(Erasable, item));
};

/** Why consents cannot be erased: the account does not have them, or nothing of them is left. */
const findRefusal = (
  { ids, isList, extent }: NewErasureRequest,
  consents: readonly (Erasable | undefined)[],
): Problem | undefined => {
  const fields = (isWanted: (consent: Erasable | undefined) => boolean): string[] =>
    ids.flatMap((_, i) => (isWanted(consents[i]) ? [isList ? `ids[${i}]` : 'ids'] : []));
  const detail = 'The account has no consent with this id.';
  const unknown = fields((consent) => consent === undefined);
  if (unknown.length > 0) {
    return new Problem('consent.not-found', {
      errors: unknown.map((field) => ({ field, code: 'unknown', detail })),
    });
  }
  const erased = extent === 'everything' ? [] : fields((consent) => consent?.eraseTime !== undefined);
  if (erased.length === 0) return undefined;
  return invalidParameters(
    ...erased.map((field) => ({
      field,
      code: 'conflict' as const,
      detail: 'This consent is erased already. Leave it out, or ask for extent=everything.',
    })),
  );
};

/** A zone is up to 14 hours ahead of UTC. */
const aheadMilliseconds = 14 * 3_600_000;
/** Since when the GDPR gives the right to erasure: an earlier day is a slip. */
const firstDay = '2018-05-25';

/** @throws Problem parameters.invalid for a day that is in the future everywhere, or too long past */
const checkReceived = ({ receivedOn }: NewErasureRequest, now: Date): void => {
  if (receivedOn >= firstDay && receivedOn <= dayOf(now.getTime() + aheadMilliseconds)) return;
  const detail = `Must be a day from ${firstDay} until today.`;
  throw invalidParameters({ field: 'receivedOn', code: 'out-of-range', detail });
};

/** Who asks for an erasure, and when. */
interface Requester {
  readonly table: Table;
  readonly accountId: string;
  readonly userId: number;
  readonly now: Date;
  readonly idempotency: IdempotentRequest | undefined;
}

const endOfDay = (now: Date): Date => new Date((Math.floor(now.getTime() / dayMilliseconds) + 1) * dayMilliseconds);

const countOfDay = ({ accountId, userId, now }: Requester): Update => ({
  update: keyOf.erasureRequestsOfDay(accountId, userId, dayOf(now.getTime())),
  expression: 'SET expiresAt = :end ADD requests :one',
  condition: 'attribute_not_exists(requests) OR requests < :most',
  values: { ':end': epochSeconds(endOfDay(now)), ':one': 1, ':most': limits.erasureRequestsPerDay },
});

/**
 * Stores a request to erase consents, with its place among those of the user's day. It erases nothing. A repeated one
 * gets its first answer, also after its consents are erased.
 *
 * @throws Problem consent.not-found, parameters.invalid, erasure-request.throttled, idempotency-key.reused
 */
export const addErasureRequest = async (
  asking: Requester & { readonly newId: () => string },
  wanted: NewErasureRequest,
): Promise<Given<RequestedErasure>> => {
  const { table, accountId, userId, now, idempotency, newId } = asking;
  checkReceived(wanted, now);
  const consents = await readErasable(table, accountId, wanted.ids);
  const refusal = findRefusal(wanted, consents);
  if (refusal !== undefined) {
    const answer = idempotency && (await findAnswer<RequestedErasure>(table, idempotency, now));
    if (answer === undefined) throw refusal;
    return { answer, replayed: true };
  }
  const { ids: consentIds, isList: _, reference, ...rest } = wanted;
  const request: StoredErasureRequest = {
    id: newId(),
    consentIds,
    ...rest,
    ...(reference !== undefined && { reference }),
    requestTime: now.toISOString(),
    userId: userId,
    state: 'open',
  };
  const put: Put = { put: { ...keyOf.erasureRequest(accountId, request.id), ...request }, ...isNew };
  const answer = toRequestedErasure(request);
  const outcome = await writeOnce(table, [put, countOfDay(asking)], idempotency, { answer, now });
  if (!('refusals' in outcome)) return outcome;
  const retryAfter = Math.ceil((endOfDay(now).getTime() - now.getTime()) / 1000);
  throw new Problem('erasure-request.throttled', { retryAfter });
};

const withdrawing = ({ accountId, userId, now }: Requester, id: string): Update => ({
  update: keyOf.erasureRequest(accountId, id),
  expression: 'SET #state = :withdrawn, endTime = :now',
  condition: '#state = :open AND userId = :user',
  names: { '#state': 'state' },
  values: { ':withdrawn': 'withdrawn', ':open': 'open', ':now': now.toISOString(), ':user': userId },
});

/**
 * Withdraws an open request of the user. Repeating it changes nothing more.
 *
 * @param item the request as it was read
 * @throws Problem erasure-request.not-found, erasure-request.fixed, idempotency-key.reused
 */
export const withdrawErasure = async (
  asking: Requester,
  id: string,
  item: Item | undefined,
): Promise<Given<RequestedErasure>> => {
  const { table, accountId, userId, now, idempotency } = asking;
  if (item === undefined) throw new Problem('erasure-request.not-found');
  const request = parseErasureRequest(item);
  const isWithdrawn = request.state === 'withdrawn';
  if (request.userId !== userId || !(isWithdrawn || request.state === 'open')) {
    throw new Problem('erasure-request.fixed');
  }
  const endTime = request.endTime ?? now.toISOString();
  const answer = toRequestedErasure({ ...request, state: 'withdrawn', endTime });
  if (isWithdrawn && idempotency === undefined) return { answer, replayed: false };
  const actions = isWithdrawn ? [] : [withdrawing(asking, id)];
  const outcome = await writeOnce(table, actions, idempotency, { answer, now });
  if (!('refusals' in outcome)) return outcome;
  const [current] = await batchGet(table, [keyOf.erasureRequest(accountId, id)], { consistent: true });
  return withdrawErasure(asking, id, current);
};

/** From one of the states to another, with what that writes. */
const turn = (
  accountId: string,
  id: string,
  from: readonly ErasureRequestState[],
  { state, ...more }: { readonly state: ErasureRequestState } & Readonly<Record<string, string | number>>,
): Update => {
  const names = Object.keys(more);
  const states = Object.fromEntries(from.map((each, i) => [`:from${i}`, each]));
  return {
    update: keyOf.erasureRequest(accountId, id),
    expression: ['SET #state = :state', ...names.map((name) => `${name} = :${name}`)].join(', '),
    condition: `#state IN (${Object.keys(states).join(', ')})`,
    names: { '#state': 'state' },
    values: { ':state': state, ...states, ...Object.fromEntries(names.map((name) => [`:${name}`, more[name]])) },
  };
};

/**
 * Takes a request up before its consents are erased: from then on nobody withdraws it.
 *
 * @returns false if it was withdrawn, refused or done concurrently
 */
export const beginErasureRequest = async (table: Table, accountId: string, id: string): Promise<boolean> => {
  const { done } = await write(table, turn(accountId, id, ['open', 'erasing'], { state: 'erasing' }));
  return done;
};

/** Ends a request whose consents are erased. @param erased how many */
export const finishErasureRequest = async (
  table: Table,
  accountId: string,
  id: string,
  { erased, now }: { readonly erased: number; readonly now: Date },
): Promise<void> => {
  await write(table, turn(accountId, id, ['erasing'], { state: 'done', endTime: now.toISOString(), erased }));
};

/** Refuses an open request, and says why to who made it. @returns false if it is not open */
export const refuseErasureRequest = async (
  table: Table,
  accountId: string,
  id: string,
  { refusal, change: { now, record } }: { readonly refusal: string; readonly change: Change },
): Promise<boolean> => {
  const update = turn(accountId, id, ['open'], { state: 'refused', endTime: now.toISOString(), refusal });
  return (await transact(table, [update, record({ accountId, request: id, refused: true })])) === undefined;
};

/** Requests of an account, and the ids of those that are stored but cannot be read: one of them must not hide the others. */
interface FoundRequests {
  readonly requests: readonly StoredErasureRequest[];
  readonly damaged: readonly string[];
}

/** The key says the id, also where the rest is damaged. */
const idOf = (accountId: string, { SK }: Item): string =>
  String(SK).slice(keyOf.erasureRequest(accountId, '').SK.length);

const readAll = (accountId: string, items: readonly Item[]): FoundRequests => {
  const read = items.map((item) => ({ id: idOf(accountId, item), request: readErasureRequest(item) }));
  return {
    requests: read.flatMap(({ request }) => request ?? []),
    damaged: read.flatMap(({ id, request }) => (request === undefined ? [id] : [])),
  };
};

/** A page of the requests of an account, newest first, and the id after which the next one begins. */
export const listRequests = async (
  table: Table,
  accountId: string,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<FoundRequests & { readonly next: string | null }> => {
  const items = await queryItems(table, keyOf.erasureRequest(accountId, ''), {
    order: 'descending',
    limit: limit + 1,
    after: after === undefined ? undefined : keyOf.erasureRequest(accountId, after),
  });
  const page = items.slice(0, limit);
  const last = page.at(-1);
  return { ...readAll(accountId, page), next: items.length > limit && last ? idOf(accountId, last) : null };
};

/** States in which an operator still has something to do. */
const undone: ReadonlySet<ErasureRequestState> = new Set(['open', 'erasing']);

/** The requests of an account that are neither done nor refused nor withdrawn, the nearest deadline first. */
export const findUndoneRequests = async (table: Table, accountId: string): Promise<FoundRequests> => {
  const items = await queryItems(table, keyOf.erasureRequest(accountId, ''), {
    where: (item) => undone.has(readErasureRequest(item)?.state ?? 'open'),
  });
  const { requests, damaged } = readAll(accountId, items);
  const dueOn = ({ receivedOn, id }: StoredErasureRequest): string => `${answerDueOn(receivedOn)}${id}`;
  return { requests: [...requests].sort((one, other) => (dueOn(one) < dueOn(other) ? -1 : 1)), damaged };
};

/** The request with the id, as it is now. */
export const findRequest = async (
  table: Table,
  accountId: string,
  id: string,
): Promise<StoredErasureRequest | 'damaged' | undefined> => {
  const [item] = await queryItems(table, keyOf.erasureRequest(accountId, id));
  return item && (readErasureRequest(item) ?? 'damaged');
};
