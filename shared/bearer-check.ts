import type { MiddlewareObj } from '@middy/core';
import type { Meter } from './budget.ts';
import { counterKey } from './budget.ts';
import type { BearerCall, Call, UserCall } from './call.ts';
import { observe } from './call.ts';
import type { BodyEvent } from './http/body.ts';
import { takeParameters } from './http/body.ts';
import { arrayNames, validateParameters } from './http/validation.ts';
import type { Presented, UserAccess } from './identity/bearer.ts';
import { identify, identityKeys, readBearer, verifyWithPublished } from './identity/bearer.ts';
import { limits } from './limits.ts';
import type { OperationDefinition } from './operation-definition.ts';
import { invalidParameters, Problem } from './problem.ts';
import type { Key, Table } from './store/client.ts';
import { throughEach } from './store/client.ts';
import { batchGet } from './store/get.ts';
import type { IdempotentRequest } from './store/idempotency.ts';
import { fingerprint } from './store/idempotency.ts';
import { keyOf } from './store/keys.ts';
import { isQuery } from './store/metering.ts';
import { withinTimeLimit } from './time-limit.ts';

/** The account and the Idempotency-Key, if any, of a request, according to its token. */
interface Requester {
  readonly table: Table;
  readonly now: Date;
  readonly accountId: string;
  readonly idempotency: IdempotentRequest | undefined;
}

/**
 * What an operation reads before its steps, in the round trip that reads the caller. A caller who is refused costs as
 * much, so it is little: at most one consent, or the heads of a hundred notices and a project; and one query.
 */
export interface Preparation<Request, Begun> {
  /** Read together with the caller. */
  readonly reads?: (request: Request, requester: Requester) => readonly Key[];
  /** Begun at the same time, with a table that allows one query. Its result is thrown away if the caller is refused. */
  readonly begins?: (request: Request, requester: Requester) => Promise<Begun>;
}

/** The event of a call, as the stack of middlewares fills it. */
export interface CallEvent extends BodyEvent {
  /** Stops the calls of `call.table` when the time is up, whatever began them. */
  stop: AbortController;
  meter: Meter;
  call: Call | BearerCall | UserCall;
  /** From `presentToken` on. */
  presented?: Presented;
  /** From `checkBearer`, `checkToken` or `takeRequest` on. */
  request?: unknown;
  /** What `begins` returned. */
  begun?: unknown;
}

type Part = MiddlewareObj<CallEvent>;

/** The operations that users may call. */
export type UserOperation = OperationDefinition & { readonly access: UserAccess };

/**
 * Reads the bearer token, and verifies it if this container knows the key that signed it. It stands before the parsers,
 * so that nobody without a good token causes work.
 *
 * @throws Problem token.missing, token.invalid, token.expired
 */
export const presentToken = (): Part => ({
  before: ({ event }) => {
    event.presented = readBearer(event.headers.authorization, event.call.now);
  },
});

/**
 * Checks the bearer: signature, session, user, account and role, in the one round trip that also reads what the operation needs.
 * Then it refuses a wrong request. A container that does not know the token's key first reads the key and the bearer alone.
 *
 * @throws Problem of the token, the session, the account or the user before any other (docs/contract.md, Problems)
 */
export const checkBearer = <Request, Begun>(
  definition: UserOperation,
  preparation: Preparation<Request, Begun>,
): Part => ({
  before: async ({ event, context }) => {
    Object.assign(event, await withinTimeLimit(context, event.stop, () => receive(definition, preparation, event)));
  },
});

/**
 * Takes the place of `checkBearer` where a good token is enough. It does not look at the session or the user.
 *
 * @throws Problem token.invalid, token.expired, then those of the body or its parameters
 */
export const checkToken = (definition: OperationDefinition): Part => ({
  before: async ({ event, context }) => {
    const { call } = event;
    const presented = presentedOf(event);
    if (!presented.isVerified) {
      const [published] = await withinTimeLimit(context, event.stop, () =>
        batchGet(call.table, [keyOf.verificationKeys()], { consistent: true }),
      );
      verifyWithPublished(presented, published, call.now);
    }
    event.call = { ...call, bearer: presented.bearer };
    event.request = readParameters(definition, event);
  },
});

/** Takes the place of `checkBearer` in operations that anyone may call. @throws Problem of the body or its parameters */
export const takeRequest = (definition: OperationDefinition): Part => ({
  before: ({ event }) => {
    event.request = readParameters(definition, event);
  },
});

const presentedOf = ({ presented }: CallEvent): Presented => {
  if (presented === undefined) throw new Error('The check of a bearer stands after presentToken.');
  return presented;
};

/**
 * The validated parameters of a request.
 *
 * @throws Problem body.unreadable, body.too-large, body.unsupported-media-type, parameters.invalid
 */
const readParameters = ({ request }: OperationDefinition, event: BodyEvent): unknown =>
  validateParameters(request, takeParameters(event, arrayNames(request)), event.rawQueryString);

/** A request that is answered if its caller has the right to make it. */
interface Accepted<Request> {
  readonly request: Request;
  readonly requester: Requester;
}

const accept = <Request>(definition: UserOperation, event: CallEvent, accountId: string): Accepted<Request> => {
  const { table, now } = event.call;
  const input = readParameters(definition, event);
  const key = definition.idempotent && readIdempotencyKey(event.headers['idempotency-key']);
  const idempotency =
    key === undefined ? undefined : { accountId, key, fingerprint: fingerprint(key, definition.path, input) };
  return { request: input as Request, requester: { table, now, accountId, idempotency } };
};

/** The request, or its problem for a caller with the right to make it. A caller without the right learns that first. */
const tryAccept = <Request>(...request: Parameters<typeof accept>): Accepted<Request> | Problem => {
  try {
    return accept(...request);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
};

/** Begins work during a read. It may fail before anybody waits for it. */
const begin = <Begun>(beginning: Promise<Begun> | undefined): Promise<Begun | undefined> => {
  beginning?.catch(() => {});
  return beginning ?? Promise.resolve(undefined);
};

/** The table for what is begun before the caller is known: it allows one query for at most a hundred items. */
const allowOneQuery = (table: Table): Table => {
  let calls = 0;
  return throughEach(table, (send, input) => {
    calls += 1;
    const { Limit: limit = Number.POSITIVE_INFINITY } = input as { readonly Limit?: number };
    if (calls > 1 || !isQuery(input) || limit > limits.itemsBeforehand) {
      throw new Error('Before the caller is known, an operation may read one query for at most a hundred items.');
    }
    return send();
  });
};

const receive = async <Request, Begun>(
  definition: UserOperation,
  { reads, begins }: Preparation<Request, Begun>,
  event: CallEvent,
) => {
  const { call, meter } = event;
  const { table, now } = call;
  const { budget } = definition;
  const presented = presentedOf(event);
  const { accountId } = presented.bearer;
  const own = [...identityKeys(presented), ...(budget === undefined ? [] : [counterKey(accountId, now)])];
  const count = (): void => {
    if (budget !== undefined) meter.countFor({ accountId, budget, now });
  };
  const readWith = async (keys: readonly Key[]) => {
    const items = await batchGet(table, [...own, ...keys], { consistent: true });
    if (!presented.isVerified) {
      verifyWithPublished(presented, items[identityKeys(presented).length - 1], now);
      count();
    }
    const identity = identify(items, definition, now);
    meter.admit(items[own.length - 1]);
    return { identity, observed: observe(event, identity), items: items.slice(own.length) };
  };
  if (presented.isVerified) count();
  const parts = [definition, event, accountId] as const;
  const early = presented.isVerified && !meter.isStrained() ? tryAccept<Request>(...parts) : undefined;
  const isTogether = early !== undefined && !(early instanceof Problem);
  const known = isTogether ? undefined : await readWith([]);
  if (early instanceof Problem) throw early;
  const { request, requester } = early ?? accept<Request>(...parts);
  const begun = begin(begins?.(request, { ...requester, table: allowOneQuery(table) }));
  const keys = reads?.(request, requester) ?? [];
  const read = known ? { ...known, items: await batchGet(table, keys, { consistent: true }) } : await readWith(keys);
  return { request, call: { ...call, ...read, idempotency: requester.idempotency }, begun: await begun };
};

const pattern = new RegExp(`^[\\x21-\\x7e]{1,${limits.idempotencyKeyCharacters}}$`);

/**
 * The Idempotency-Key header of a request, if it has one (docs/contract.md, Idempotency).
 *
 * @throws Problem parameters.invalid
 */
const readIdempotencyKey = (header: string | undefined): string | undefined => {
  if (header === undefined || pattern.test(header)) return header;
  throw invalidParameters({
    field: 'Idempotency-Key',
    code: 'malformed',
    detail: `This header must have 1 to ${limits.idempotencyKeyCharacters} printable ASCII characters without spaces, such as a UUID.`,
  });
};
