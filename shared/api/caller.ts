import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { Observed } from '../consents/observed.ts';
import type { BodyEvent } from '../http/body.ts';
import { toParameters } from '../http/body.ts';
import { observeRequest } from '../http/event.ts';
import type { ParameterMap, ParameterValue } from '../http/validation.ts';
import { arrayNames, validateParameters } from '../http/validation.ts';
import type { Bearer } from '../identity/access-token.ts';
import type { Identity, Means, Presented, UserAccess } from '../identity/bearer.ts';
import { identify, identityKeys, mustBeToken, readBearer, verify, verifyWithPublished } from '../identity/bearer.ts';
import { noteUse } from '../identity/machine-keys.ts';
import { attributeError } from '../runtime/aws.ts';
import { newIdentifier } from '../runtime/identifier.ts';
import { holdsKey, maskKeys } from '../schema/key-mask.ts';
import { isMap } from '../schema/scalar.ts';
import type { IdempotentRequest } from '../store/idempotency.ts';
import { fingerprint } from '../store/idempotency.ts';
import { keyOf } from '../store/keys.ts';
import type { ItemsOf, NamedKeys } from '../store/read.ts';
import { readTogether } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import { isQuery, nameReason, throughEach, unavailable } from '../store/table.ts';
import type { Meter } from './budget.ts';
import { counterKey } from './budget.ts';
import { lifetimes, limits } from './limits.ts';
import type { Access, OperationDefinition } from './operations.ts';
import { invalidParameters, Problem } from './problem.ts';

/** The account and the Idempotency-Key, if any, of a request, according to its token. */
export interface Requester {
  readonly table: Table;
  readonly now: Date;
  readonly accountId: string;
  readonly idempotency: IdempotentRequest | undefined;
}

/**
 * What an operation reads before its steps, in the round trip that reads the caller. A caller who is refused costs as
 * much, so it is little: at most one consent, or the heads of a hundred notices and a project; and one query.
 */
export interface Preparation<Request, Keys extends NamedKeys, Begun> {
  /** Read together with the caller. The steps find the items in `call.items`, by the same names. */
  readonly reads?: (request: Request, requester: Requester) => Keys;
  /** How many leaves it gives the log. Default: one. */
  readonly leaves?: (request: Request) => number;
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
  /** From `readRequest` or `identifyAndRead` on. */
  request?: unknown;
  /** What `begins` returned. */
  begun?: unknown;
  /** The write of the day on which a key was used. It never fails. */
  noted?: Promise<void>;
}

type Part = MiddlewareObj<CallEvent>;

/** The operations that users may call. */
export type UserOperation = OperationDefinition & { readonly access: UserAccess };

/**
 * Reads the bearer token, and verifies it if this container knows the key that signed it, or the key for machines, where the
 * operation takes one. It stands before the parsers, so that nobody without a token or a key of the right form causes work.
 *
 * @throws Problem token.missing, token.invalid, token.expired, key.not-allowed
 */
export const presentToken = ({ access }: OperationDefinition): Part => ({
  before: ({ event }) => {
    const presented = readBearer(event.headers.authorization, event.call.now);
    event.presented = access === 'bearer' || access === 'session' ? mustBeToken(presented) : presented;
  },
});

/**
 * Where a good token is enough: reads its key if this container does not know it. It does not look at the session or
 * the user.
 *
 * @throws Problem token.invalid, token.expired
 */
export const verifyToken = (): Part => ({
  before: async ({ event, context }) => {
    const { call } = event;
    const presented = mustBeToken(presentedOf(event));
    if (!presented.isVerified) {
      const [{ published }] = await withinTimeLimit(context, event.stop, () =>
        readTogether(call.table, { published: keyOf.verificationKeys() }),
      );
      verifyWithPublished(presented, published, call.now);
    }
    event.call = { ...call, bearer: presented.bearer };
  },
});

/** Takes the request where nobody looks at a user. @throws Problem of the body or its parameters */
export const readRequest = (definition: OperationDefinition): Part => ({
  before: ({ event }) => {
    event.request = readParameters(definition, event);
  },
});

/**
 * Where a user calls: checks signature, session or key, user, account and role, and takes the request. The one round trip
 * for the caller also reads what the operation needs. A container that does not know what signed the token, has not seen
 * the key for machines good lately, or knows that the account has used up a budget, first reads the caller alone.
 *
 * @throws Problem of the token, the session, the account or the user before any other (docs/api.md, Problems)
 */
export const identifyAndRead = <Request>(
  definition: UserOperation,
  preparation: Preparation<Request, NamedKeys, unknown>,
): Part => ({
  before: async ({ event, context }) => {
    const { meter } = event;
    const { isVerified } = presentedOf(event);
    if (isVerified) countUse(definition, event);
    const receive = isVerified && !meter.isStrained() ? receiveTogether : receiveApart;
    Object.assign(event, await withinTimeLimit(context, event.stop, () => receive(definition, preparation, event)));
    if (definition.writes) meter.writeAtLeast(weigh(event.request as Request, preparation));
  },
});

/**
 * What a request costs the one feed of all accounts at least, in write units: its JSON is read there, and each leaf is
 * appended. A megabyte that is compressed, and a consent in few lists, take a few units of the table.
 */
const weigh = <Request>(
  request: Request,
  { leaves = () => 1 }: Pick<Preparation<Request, NamedKeys, unknown>, 'leaves'>,
) => Math.max(Math.ceil(Buffer.byteLength(JSON.stringify(request)) / 1_024), limits.unitsOfLeaf * leaves(request));

/** What `identifyAndRead` adds to the event. */
type Received = Required<Pick<CallEvent, 'request' | 'call' | 'begun'>>;

/** One round trip. A caller without the right to make the request is refused for that, whatever is wrong with the request. */
const receiveTogether = async <Request>(
  definition: UserOperation,
  preparation: Preparation<Request, NamedKeys, unknown>,
  event: CallEvent,
): Promise<Received> => {
  const accepted = tryAccept<Request>(definition, event);
  if (!(accepted instanceof Problem)) {
    return prepare(preparation, accepted, event, (keys) => identifyCaller(definition, event, keys));
  }
  await identifyCaller(definition, event);
  throw accepted;
};

/** Two round trips: a forged token or a made-up key causes no work, and an account that has used up a budget reads no more. */
const receiveApart = async <Request>(
  definition: UserOperation,
  preparation: Preparation<Request, NamedKeys, unknown>,
  event: CallEvent,
): Promise<Received> => {
  const caller = await identifyCaller(definition, event);
  return prepare(preparation, accept<Request>(definition, event), event, async (keys) => {
    const [items] = await readTogether(event.call.table, keys);
    return { ...caller, items };
  });
};

/** Begins what an operation begins before its steps, which may fail before anybody waits for it, and reads what it names. */
const prepare = async <Request>(
  { reads, begins }: Preparation<Request, NamedKeys, unknown>,
  { request, requester }: Accepted<Request>,
  { call }: CallEvent,
  read: (keys: NamedKeys) => Promise<Pick<UserCall, 'identity' | 'observed' | 'items'>>,
): Promise<Received> => {
  const begun = begins?.(request, { ...requester, table: allowOneQuery(call.table) });
  begun?.catch(() => {});
  const found = await read(reads?.(request, requester) ?? {});
  return { request, call: { ...call, ...found, idempotency: requester.idempotency }, begun: await begun };
};

/**
 * Reads the caller and, in the same round trip, the items of other keys.
 *
 * @throws Problem of the token, the session, the account, the user or the budget
 */
const identifyCaller = async (definition: UserOperation, event: CallEvent, keys: NamedKeys = {}) => {
  const { call, meter } = event;
  const { table, now } = call;
  const presented = presentedOf(event);
  const own = {
    ...identityKeys(presented),
    counter: definition.budget && counterKey(presented.bearer.accountId, now),
  };
  const [{ counter, ...found }, items] = await readTogether(table, own, keys);
  verify(presented, found, now);
  if (!presented.isVerified) countUse(definition, event);
  const identity = identify(presented, found, definition, now);
  if ('key' in presented) event.noted = noteUse(table, presented.key, now);
  meter.admit(counter);
  return { identity, observed: observe(event, identity), items };
};

/** From here on the account of the token or key answers for what the call uses. */
const countUse = ({ budget }: UserOperation, event: CallEvent): void => {
  const { accountId } = presentedOf(event).bearer;
  if (budget !== undefined) event.meter.countFor({ accountId, budget, now: event.call.now });
};

const presentedOf = ({ presented }: CallEvent): Presented => {
  if (presented === undefined) throw new Error('The check of a bearer stands after presentToken.');
  return presented;
};

/**
 * The validated parameters of a request.
 *
 * @throws Problem body.unreadable, body.too-large, body.unsupported-media-type, parameters.invalid
 */
const readParameters = ({ request }: OperationDefinition, event: BodyEvent): unknown => {
  const parameters = toParameters(event, arrayNames(request));
  refuseKeys(parameters, event.rawQueryString);
  return validateParameters(request, parameters, event.rawQueryString);
};

/** Refuses a key for machines anywhere but in the header, since what a request says is stored and shown. */
const refuseKeys = (parameters: ParameterMap, query: string): void => {
  const misplaced = findKey(Object.entries(parameters)) ?? findKey([...new URLSearchParams(query)]);
  if (misplaced === undefined) return;
  throw invalidParameters({
    field: maskKeys(misplaced),
    code: 'malformed',
    detail:
      'The request has a key for machines outside the Authorization header, where others may read it. End this key, and send another one in the header alone.',
  });
};

/** The parameter that is, or has in it, a key for machines. */
const findKey = (parameters: readonly (readonly [name: string, value: ParameterValue])[]): string | undefined =>
  parameters.find(([name, value]) => holdsKey(name) || hasKey(value))?.[0];

const hasKey = (value: ParameterValue): boolean => {
  if (typeof value === 'string') return holdsKey(value);
  if (Array.isArray(value)) return value.some(hasKey);
  return isMap(value) && findKey(Object.entries(value as ParameterMap)) !== undefined;
};

/** A request that is answered if its caller has the right to make it. */
interface Accepted<Request> {
  readonly request: Request;
  readonly requester: Requester;
}

const accept = <Request>(definition: UserOperation, event: CallEvent): Accepted<Request> => {
  const { table, now } = event.call;
  const { accountId } = presentedOf(event).bearer;
  const input = readParameters(definition, event);
  const key = definition.idempotent && readIdempotencyKey(event.headers['idempotency-key']);
  const idempotency =
    key === undefined
      ? undefined
      : { accountId, key, fingerprint: fingerprint(key, [accountId, definition.path, input]) };
  return { request: input as Request, requester: { table, now, accountId, idempotency } };
};

/** The request, or its problem for a caller with the right to make it. */
const tryAccept = <Request>(...request: Parameters<typeof accept>): Accepted<Request> | Problem => {
  try {
    return accept(...request);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
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

const pattern = new RegExp(`^[\\x21-\\x7e]{1,${limits.idempotencyKeyCharacters}}$`);

/**
 * The Idempotency-Key header of a request, if it has one (docs/api.md, Idempotency).
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

/** What a handler needs besides the request. It is read once when a call comes in and passed on as arguments. */
interface Call {
  readonly table: Table;
  /** Another table, whose calls end and count with those of this one. */
  readonly within: (table: Table) => Table;
  readonly now: Date;
  readonly newId: () => string;
  /** The caller's address as the gateway saw it, never from a header. */
  readonly sourceIp: string;
}

/** A call with a good token. */
interface BearerCall extends Call {
  readonly bearer: Bearer;
}

/** The call of a signed-in user. @typeParam Keys what the operation reads together with the caller */
export interface UserCall<Keys extends NamedKeys = NamedKeys> extends Call {
  readonly identity: Identity;
  readonly observed: Observed;
  /** Set if the operation can be repeated safely and the caller asked for it. */
  readonly idempotency: IdempotentRequest | undefined;
  /** What the operation's `reads` asked for, by the same names, strongly consistent. */
  readonly items: ItemsOf<Keys>;
}

/** The call of a user who has logged in. */
interface SessionCall<Keys extends NamedKeys> extends UserCall<Keys> {
  readonly identity: Identity & { readonly means: Extract<Means, { readonly sessionId: string }> };
}

export type CallOf<AccessOf extends Access, Keys extends NamedKeys> = AccessOf extends 'anyone'
  ? Call
  : AccessOf extends 'bearer'
    ? BearerCall
    : AccessOf extends 'session'
      ? SessionCall<Keys>
      : UserCall<Keys>;

export const newCall = (within: Call['within'], table: Table, { requestContext }: APIGatewayProxyEventV2): Call => {
  const now = new Date();
  return { table: within(table), within, now, newId: () => newIdentifier(now), sourceIp: requestContext.http.sourceIp };
};

/** The facts that the service observed of a user's call. */
const observe = (event: APIGatewayProxyEventV2, { user, means }: Identity): Observed => ({
  userId: user.id,
  ...means,
  ...observeRequest(event),
});

/**
 * Does a part of a call, and gives it up while there is time for an answer.
 *
 * @param stop ends all calls of the table when the time is up
 * @throws Problem store.unavailable when the time is up
 */
export const withinTimeLimit = async <Result>(
  context: Context,
  stop: AbortController,
  work: () => Promise<Result>,
): Promise<Result> => {
  const timeUp = Promise.withResolvers<never>();
  const giveUp = (): void => {
    const cause = nameReason('TimeLimit');
    attributeError(cause);
    stop.abort();
    timeUp.reject(unavailable(cause));
  };
  const timer = setTimeout(giveUp, context.getRemainingTimeInMillis() - lifetimes.answerSeconds * 1_000);
  try {
    return await Promise.race([work(), timeUp.promise]);
  } finally {
    clearTimeout(timer);
  }
};
