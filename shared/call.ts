import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Observed } from './consents/consent.ts';
import { newIdentifier } from './identifier.ts';
import type { Bearer } from './identity/access-token.ts';
import type { Identity } from './identity/bearer.ts';
import type { Access } from './operation-definition.ts';
import type { Table } from './store/client.ts';
import type { ItemsOf, NamedKeys } from './store/get.ts';
import type { IdempotentRequest } from './store/idempotency.ts';

const userAgentCharacters = 512;

/** What a handler needs besides the request. It is read once when a call comes in and passed on as arguments. */
export interface Call {
  readonly table: Table;
  /** Another table, whose calls end and count with those of this one. */
  readonly within: (table: Table) => Table;
  readonly now: Date;
  readonly newId: () => string;
  /** The caller's address as the gateway saw it, never from a header. */
  readonly sourceIp: string;
}

/** A call with a good token. */
export interface BearerCall extends Call {
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

export type CallOf<AccessOf extends Access, Keys extends NamedKeys> = AccessOf extends 'anyone'
  ? Call
  : AccessOf extends 'bearer'
    ? BearerCall
    : UserCall<Keys>;

export const newCall = (within: Call['within'], table: Table, { requestContext }: APIGatewayProxyEventV2): Call => {
  const now = new Date();
  return { table: within(table), within, now, newId: () => newIdentifier(now), sourceIp: requestContext.http.sourceIp };
};

/**
 * The facts that the service observed (docs/contract.md, What the register observes). The address comes from the
 * gateway, not from a header.
 */
export const observe = ({ requestContext }: APIGatewayProxyEventV2, { user, sessionId }: Identity): Observed => ({
  userId: user.id,
  sessionId,
  sourceIp: requestContext.http.sourceIp,
  userAgent: (requestContext.http.userAgent ?? '').slice(0, userAgentCharacters).toWellFormed(),
  requestId: requestContext.requestId,
});
