import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from '../../../shared/store/client.ts';
import { getItem } from '../../../shared/store/get.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import type { Caller } from '../../../test/support/caller.ts';
import type { StoreProxy } from '../../../test/support/store-proxy.ts';
import type { Tenant } from '../chaos/tenants.ts';
import { signIn } from '../chaos/tenants.ts';

/** The tokens that an exchange gives. */
export interface Given {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/**
 * How calls to the store go while a request runs. `repeated`: the answer to its first update is lost, the other request
 * runs, and the update is sent again. `ending late`: the other request runs before its second update, which ends the session.
 */
export const schedules = ['repeated', 'ending late'] as const;
export type Schedule = (typeof schedules)[number];

/** The real functions and the one session that all histories are about. */
export interface Service {
  readonly begin: () => Promise<{ readonly item: Item; readonly given: Given }>;
  /** Brings the session back to where it was, at that time of the clock. */
  readonly restore: (item: Item, now: number) => Promise<void>;
  readonly read: () => Promise<Item>;
  /** The new tokens; undefined where the token was refused, as every token is that cannot be used. */
  readonly present: (refreshToken: string) => Promise<Given | undefined>;
  /** Whether an access token is still good; false where its session has ended. */
  readonly isGood: (accessToken: string) => Promise<boolean>;
  readonly presentDuring: (
    schedule: Schedule,
    refreshToken: string,
    other: () => Promise<void>,
  ) => Promise<Given | undefined>;
}

const otherwise = (what: string, status: number, code: unknown): Error =>
  new Error(`${what} was answered ${status} ${String(code)}.`);

/** @param setTime sets the clock of this process, in milliseconds since the epoch */
export const openService = (
  table: Table,
  tenant: Tenant,
  call: Caller,
  proxy: StoreProxy,
  setTime: (milliseconds: number) => void,
): Service => {
  let key = keyOf.session(tenant.userId, '');

  const present = async (refreshToken: string): Promise<Given | undefined> => {
    const { status, body } = await call('refreshToken', { refresh_token: refreshToken });
    if (status === 200) return { accessToken: body.access_token, refreshToken: body.refresh_token };
    if (status !== 401 || body.code !== 'refresh-token.invalid') throw otherwise('A refresh', status, body.code);
    return undefined;
  };

  const read = async (): Promise<Item> => {
    const item = await getItem(table, key);
    if (item === undefined) throw new Error('The session is gone.');
    return item;
  };

  return {
    begin: async () => {
      const { token, refreshToken } = await signIn(table, tenant);
      key = keyOf.session(tenant.userId, refreshToken.split('.')[1] ?? '');
      return { item: await read(), given: { accessToken: token, refreshToken } };
    },
    restore: async (item, now) => {
      setTime(now);
      await table.client.send(new PutCommand({ TableName: table.name, Item: item }));
    },
    read,
    present,
    isGood: async (token) => {
      const { status, body } = await call('details', {}, { token });
      if (status === 200) return true;
      if (status !== 401 || body.code !== 'session.ended') throw otherwise('An access token', status, body.code);
      return false;
    },
    presentDuring: async (schedule, refreshToken, other) => {
      let updates = 0;
      let isOtherDone = false;
      const runOther = async (): Promise<void> => {
        if (isOtherDone) return;
        isOtherDone = true;
        proxy.intercept = undefined;
        await other();
      };
      proxy.intercept = async ({ name, forward }) => {
        if (name !== 'UpdateItem') return forward();
        updates += 1;
        if (schedule === 'repeated' && updates === 1) await forward();
        if (schedule === 'repeated' || updates === 2) await runOther();
        return forward();
      };
      const given = await present(refreshToken).finally(() => {
        proxy.intercept = undefined;
      });
      await runOther();
      return given;
    },
  };
};
