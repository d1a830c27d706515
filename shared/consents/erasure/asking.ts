import * as v from 'valibot';
import { limits } from '../../api/limits.ts';
import { invalidParameters, Problem } from '../../api/problem.ts';
import { dayMilliseconds, epochSeconds } from '../../runtime/time.ts';
import type { Given, IdempotentRequest } from '../../store/idempotency.ts';
import { findAnswer, writeOnce } from '../../store/idempotency.ts';
import { keyOf } from '../../store/keys.ts';
import { batchGet } from '../../store/read.ts';
import type { Item, Table } from '../../store/table.ts';
import type { Put, Update } from '../../store/write.ts';
import { isNew } from '../../store/write.ts';
import type { RequestedErasure } from './request-answer.ts';
import { tellErasureRequest } from './request-answer.ts';
import type { NewErasureRequest } from './request-parameters.ts';
import type { StoredErasureRequest } from './stored-request.ts';
import { erasableAttributes, parseErasureRequest } from './stored-request.ts';

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
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** @throws Problem parameters.invalid for a day that is to come everywhere, or too long past */
const checkReceived = ({ receivedOn }: NewErasureRequest, now: Date): void => {
  if (receivedOn >= firstDay && receivedOn <= dayOf(now.getTime() + aheadMilliseconds)) return;
  const detail = `Must be a day from ${firstDay} until today.`;
  throw invalidParameters({ field: 'receivedOn', code: 'out-of-range', detail });
};

/** Who asks for an erasure, and when. */
interface Asking {
  readonly table: Table;
  readonly accountId: string;
  readonly userId: number;
  readonly now: Date;
  readonly idempotency: IdempotentRequest | undefined;
}

const endOfDay = (now: Date): Date => new Date((Math.floor(now.getTime() / dayMilliseconds) + 1) * dayMilliseconds);

const countOfDay = ({ accountId, userId, now }: Asking): Update => ({
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
export const askErasure = async (
  asking: Asking & { readonly newId: () => string },
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
  const answer = tellErasureRequest(request);
  const outcome = await writeOnce(table, [put, countOfDay(asking)], idempotency, { answer, now });
  if (!('refusals' in outcome)) return outcome;
  const retryAfter = Math.ceil((endOfDay(now).getTime() - now.getTime()) / 1000);
  throw new Problem('erasure-request.throttled', { retryAfter });
};

const withdrawing = ({ accountId, userId, now }: Asking, id: string): Update => ({
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
  asking: Asking,
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
  const answer = tellErasureRequest({ ...request, state: 'withdrawn', endTime });
  if (isWithdrawn && idempotency === undefined) return { answer, replayed: false };
  const actions = isWithdrawn ? [] : [withdrawing(asking, id)];
  const outcome = await writeOnce(table, actions, idempotency, { answer, now });
  if (!('refusals' in outcome)) return outcome;
  const [current] = await batchGet(table, [keyOf.erasureRequest(accountId, id)], { consistent: true });
  return withdrawErasure(asking, id, current);
};
