import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { lifetimes } from '../api/limits.ts';
import { Problem } from '../api/problem.ts';
import { digest, equalDigests, hashJson } from '../runtime/digest.ts';
import { epochSeconds } from '../runtime/time.ts';
import { keyOf } from './keys.ts';
import { getItem } from './read.ts';
import type { Item, Key, Table } from './table.ts';
import type { Put, Refusals, Update } from './write.ts';
import { transact } from './write.ts';

/**
 * The answer to a request with an Idempotency-Key, kept for a day (docs/api.md, Idempotency). The fingerprint is that of
 * the request and of its answer, made with the Idempotency-Key: what somebody put there who cannot guess that key, or copied
 * from another account, is the answer to no request.
 */
const Idempotency = v.object({ fingerprint: v.string(), answer: v.string(), expiresAt: v.number() });

/** The Idempotency-Key of a request, its account, and what distinguishes the request from others with the same key. */
export interface IdempotentRequest {
  readonly accountId: string;
  readonly key: string;
  readonly fingerprint: string;
}

/**
 * What distinguishes a request from others with its Idempotency-Key. That key makes it, and is not stored: after an erasure nobody
 * can find out by trying what the request had.
 *
 * @param request the account, the path and the validated parameters
 */
export const fingerprint = (
  key: string,
  request: readonly [accountId: string, path: string, parameters: unknown],
): string => createHmac('sha256', key).update(hashJson(request)).digest('base64url');

/** The same with the answer to the request. */
const seal = (request: IdempotentRequest, answer: string): string =>
  createHmac('sha256', request.key).update(`${request.fingerprint} ${answer}`).digest('base64url');

/** The key of the item with the answer of a request. */
export const keyOfAnswer = ({ accountId, key }: Pick<IdempotentRequest, 'accountId' | 'key'>): Key =>
  keyOf.answer(accountId, digest(key));

/** In place of an answer that is not known yet. */
const reserved = '';

const isReserved = (request: IdempotentRequest, item: Item): boolean =>
  equalDigests(v.parse(Idempotency, item).fingerprint, seal(request, reserved));

/** Keeps the Idempotency-Key of a request from all others before its answer is written. */
export const reserveKey = (request: IdempotentRequest, now: Date): Put => putAnswer(request, reserved, now);

const putAnswer = (request: IdempotentRequest, answer: string, now: Date): Put => ({
  put: {
    ...keyOfAnswer(request),
    fingerprint: seal(request, answer),
    answer,
    expiresAt: epochSeconds(now) + lifetimes.idempotencySeconds,
  },
  condition: 'attribute_not_exists(PK) OR expiresAt <= :now OR fingerprint = :reserved',
  values: { ':now': epochSeconds(now), ':reserved': seal(request, reserved) },
});

const isAnswerTo = (
  request: IdempotentRequest,
  { fingerprint: stored, answer }: v.InferOutput<typeof Idempotency>,
): boolean => equalDigests(stored, seal(request, answer));

const replay = <Answer>(request: IdempotentRequest, item: Item | undefined): Answer => {
  const earlier = v.parse(Idempotency, item);
  if (!isAnswerTo(request, earlier)) throw new Problem('idempotency-key.reused');
  return JSON.parse(earlier.answer);
};

/**
 * The kept answer of a request, from the item under its Idempotency-Key. Undefined if the key is new.
 *
 * @throws Problem idempotency-key.reused
 */
export const readAnswer = <Answer>(
  request: IdempotentRequest,
  item: Item | undefined,
  now: Date,
): Answer | undefined => {
  const isKept = item !== undefined && v.parse(Idempotency, item).expiresAt > epochSeconds(now);
  return isKept && !isReserved(request, item) ? replay(request, item) : undefined;
};

/** Seconds from its writing until now. */
const ageOf = (item: Item, now: Date): number =>
  Math.max(epochSeconds(now) - (v.parse(Idempotency, item).expiresAt - lifetimes.idempotencySeconds), 0);

/**
 * The answer of the same request with the same Idempotency-Key that another call may be carrying out.
 *
 * @param seconds how long it may take since it reserved the key
 * @throws Problem idempotency-key.reused
 */
export const awaitAnswer = async <Answer>(
  table: Table,
  request: IdempotentRequest,
  now: Date,
  seconds: number,
): Promise<Answer | undefined> => {
  for (let waited = 0; ; waited += 1) {
    const item = await getItem(table, keyOfAnswer(request));
    const isAwaited = item && isReserved(request, item) && waited < seconds - ageOf(item, now);
    if (!isAwaited) return readAnswer(request, item, now);
    await sleep(1_000);
  }
};

/**
 * The kept answer of a request, for one that would be refused now although it was done before. Undefined if its
 * Idempotency-Key is new, or belongs to another request.
 */
export const findAnswer = async <Answer>(
  table: Table,
  request: IdempotentRequest,
  now: Date,
): Promise<Answer | undefined> => {
  const item = await getItem(table, keyOfAnswer(request));
  const earlier = item && v.parse(Idempotency, item);
  return earlier && earlier.expiresAt > epochSeconds(now) && isAnswerTo(request, earlier)
    ? JSON.parse(earlier.answer)
    : undefined;
};

/** An answer. @property replayed whether it is the kept answer of the first request with this Idempotency-Key */
export interface Given<Answer> {
  readonly answer: Answer;
  readonly replayed: boolean;
}

/** The answer to give, or the reasons why the actions were not written. */
type Outcome<Answer> = Given<Answer> | { readonly refusals: Refusals };

/**
 * Writes the actions in one transaction, with the answer if the request has an Idempotency-Key. A repeated request
 * writes nothing and gets the first answer.
 *
 * @param wasDone finds from the refusals of the actions whether this call itself had written them, and its answer was lost
 * @throws Problem idempotency-key.reused
 */
export const writeOnce = async <Answer>(
  table: Table,
  actions: readonly (Put | Update)[],
  request: IdempotentRequest | undefined,
  {
    answer,
    now,
    wasDone = () => false,
  }: { readonly answer: Answer; readonly now: Date; readonly wasDone?: (refusals: Refusals) => boolean },
): Promise<Outcome<Answer>> => {
  const refusals = await transact(
    table,
    request ? [...actions, putAnswer(request, JSON.stringify(answer), now)] : actions,
  );
  if (refusals === undefined || wasDone(refusals)) return { answer, replayed: false };
  const inTheWay = request && refusals[actions.length];
  return request && inTheWay ? { answer: replay(request, inTheWay.existing), replayed: true } : { refusals };
};
