import { randomUUID } from 'node:crypto';
import { newIdentifier } from '../runtime/identifier.ts';
import { keyOf } from '../store/keys.ts';
import type { Table } from '../store/table.ts';
import type { Put } from '../store/write.ts';
import { isNew, setAttribute, transact, write } from '../store/write.ts';
import type { Change } from './operations-log.ts';
import { newRoster } from './roster.ts';

export interface NewAccount {
  /** Makes creation repeatable. Default: a new id. */
  readonly id?: string;
  readonly name: string;
  readonly consentRegisterEnabled: boolean;
  /** The UID of a project in the same transaction. */
  readonly projectUid?: string;
}

/** The writes of a new account, for a transaction. */
export const putAccount = (
  { id: wanted, name, consentRegisterEnabled, projectUid }: NewAccount,
  now: Date,
): { readonly id: string; readonly actions: readonly [Put, Put] } => {
  const id = wanted ?? newIdentifier(now);
  const roster = newRoster(projectUid === undefined ? {} : { uid: projectUid });
  const account = {
    id,
    name,
    consentRegisterEnabled,
    historyEpoch: randomUUID(),
    roster,
    createdAt: now.toISOString(),
  };
  return {
    id,
    actions: [
      { put: { ...keyOf.account(id), ...account }, ...isNew },
      { put: { ...keyOf.accountEntry(id), id }, ...isNew },
    ],
  };
};

/** Creates an account, unless one with this id exists. Returns the account's id. */
export const createAccount = async (table: Table, account: NewAccount, { now, record }: Change): Promise<string> => {
  const { id, actions } = putAccount(account, now);
  await transact(table, [...actions, record({ accountId: id, name: account.name })]);
  return id;
};

/** Sets one attribute of an account. Returns false for an unknown account. */
const changeAccount = async (
  table: Table,
  id: string,
  { attribute, value }: { readonly attribute: 'name' | 'consentRegisterEnabled'; readonly value: unknown },
  entry: Put,
): Promise<boolean> => {
  const refusals = await transact(table, [setAttribute(keyOf.account(id), attribute, value), entry]);
  return refusals === undefined;
};

/** Enables or disables the consent register for an account, at once. Returns false for an unknown account. */
export const enableConsentRegister = (
  table: Table,
  id: string,
  enabled: boolean,
  { record }: Change,
): Promise<boolean> =>
  changeAccount(
    table,
    id,
    { attribute: 'consentRegisterEnabled', value: enabled },
    record({ accountId: id, consentRegisterEnabled: enabled }),
  );

/** Returns false for an unknown account. */
export const renameAccount = (table: Table, id: string, name: string, { record }: Change): Promise<boolean> =>
  changeAccount(table, id, { attribute: 'name', value: name }, record({ accountId: id, name }));

/**
 * Makes stored counts of the account's searches void. Call it before and after an erasure or an import, which change
 * the past. The account must exist.
 */
export const beginHistoryEpoch = async (table: Table, id: string): Promise<void> => {
  const written = await write(table, setAttribute(keyOf.account(id), 'historyEpoch', randomUUID()));
  if (!written.done) throw new Error('An account whose consents are changed is not there.');
};
