import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { newIdentifier } from '../runtime/identifier.ts';
import { parseNamed } from '../store/item.ts';
import { keyOf } from '../store/keys.ts';
import { batchGet, getItem, queryItems } from '../store/read.ts';
import type { Item, Key, Table } from '../store/table.ts';
import type { Put, Update } from '../store/write.ts';
import { isNew, setAttribute, transact, write } from '../store/write.ts';
import type { Change } from './operations-log.ts';

/**
 * The first projects of an account by UID, and its first notices in use by PID, for answers to unknown ones.
 *
 * @property revision raised by each write, so that none is lost
 */
export const Roster = v.object({ revision: v.number(), projectUids: v.array(v.string()), pids: v.array(v.number()) });
export type Roster = v.InferOutput<typeof Roster>;

/**
 * An organisation that uses the register. It has its own users, projects and notices, and sees nothing of other
 * accounts.
 */
const Account = v.object({
  id: v.string(),
  name: v.string(),
  /** Whether an operator has enabled the consent register for the account (docs/api.md, Accounts and access). */
  consentRegisterEnabled: v.boolean(),
  /**
   * Replaced when an import or an erasure changes the past, which makes earlier counts void. It is random and part of
   * the digests of what was counted. Once it is replaced, nobody can find out what those digests were made of.
   */
  historyEpoch: v.optional(v.string(), ''),
  roster: Roster,
  createdAt: v.string(),
  /** Links for people that were made before this day (UTC, such as `2026-03-01`) are void. Default: none is. */
  linksEndBefore: v.optional(v.string()),
});
export type Account = v.InferOutput<typeof Account>;

export const parseAccount = (item: Item): Account => parseNamed(Account, item, ({ id }) => keyOf.account(id));

const DirectoryEntry = v.object({ id: v.string() });

const parseDirectoryEntry = (item: Item): string =>
  parseNamed(DirectoryEntry, item, ({ id }) => keyOf.accountEntry(id)).id;

export const findAccount = async (table: Table, id: string): Promise<Account | undefined> => {
  const item = await getItem(table, keyOf.account(id));
  return item && parseAccount(item);
};

/** All accounts, the oldest first. */
export const listAccounts = async (table: Table): Promise<Account[]> => {
  const entries = await queryItems(table, keyOf.accountEntry(''));
  const keys = entries.map((entry) => keyOf.account(parseDirectoryEntry(entry)));
  const items = await batchGet(table, keys, { consistent: true });
  return items.filter((item) => item !== undefined).map(parseAccount);
};

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
 * Makes all links for people void that the account's users made before a day. A later day replaces an earlier one, never the
 * other way round, so that no link comes back. Returns false if that day is not later, or for an unknown account.
 */
export const endLinks = async (table: Table, id: string, before: string, { record }: Change): Promise<boolean> => {
  const refusals = await transact(table, [
    {
      update: keyOf.account(id),
      expression: 'SET linksEndBefore = :day',
      condition: 'attribute_exists(PK) AND (attribute_not_exists(linksEndBefore) OR linksEndBefore < :day)',
      values: { ':day': before },
    },
    record({ accountId: id, linksEndBefore: before }),
  ]);
  return refusals === undefined;
};

/**
 * Makes stored counts of the account's searches void. Call it before and after an erasure or an import, which change
 * the past. The account must exist.
 */
export const beginHistoryEpoch = async (table: Table, id: string): Promise<void> => {
  const written = await write(table, setAttribute(keyOf.account(id), 'historyEpoch', randomUUID()));
  if (!written.done) throw new Error('An account whose consents are changed is not there.');
};

/** Names in a roster. An account may have more of a kind. */
const most = 10;

/** What a transaction adds to the projects and notices in use of an account, or removes. */
interface RosterChange {
  readonly uid?: string;
  readonly pid?: number;
  readonly retiredPid?: number;
}

/** The roster of a new account. */
export const newRoster = ({ uid }: Pick<RosterChange, 'uid'> = {}): Roster => ({
  revision: 0,
  projectUids: uid === undefined ? [] : [uid],
  pids: [],
});

/**
 * The write that keeps an account's roster true, for the transaction that changes its projects or notices. It is refused
 * if another command changed the roster concurrently: read everything anew. None if the account does not exist.
 */
export const rosterWrites = async (table: Table, accountId: string, change: RosterChange): Promise<Update[]> => {
  const item = await getItem(table, keyOf.account(accountId));
  if (item === undefined) return [];
  const { roster } = parseAccount(item);
  const next = { ...(await readNames(table, accountId, change)), revision: roster.revision + 1 };
  return [replaceRoster(keyOf.account(accountId), roster, next)];
};

/** What an answer says after an unknown UID of a project. */
export const describeProjects = ({ projectUids }: Roster): string =>
  describeNames(projectUids, 'It has', 'It has no project yet');

/** The same after an unknown PID. */
export const describeNotices = ({ pids }: Roster): string => describeNames(pids, 'In use', 'It has no notice in use');

const describeNames = (names: readonly (string | number)[], beginning: string, none: string): string => {
  if (names.length === 0) return ` ${none}.`;
  return ` ${beginning}${names.length < most ? '' : `, the first ${most}`}: ${names.join(', ')}.`;
};

const replaceRoster = (update: Key, before: Roster, next: Roster): Update => ({
  update,
  expression: 'SET roster = :next',
  condition: 'roster = :before',
  values: { ':next': next, ':before': before },
});

const HeadOfNotice = v.object({ pid: v.number(), retiredAt: v.optional(v.string()) });

const parseUid = (item: Item): string => v.parse(v.object({ uid: v.string() }), item).uid;

/** The account is read before its projects and notices: what is written in between changes the roster's revision. */
const readNames = async (
  table: Table,
  accountId: string,
  { uid, pid, retiredPid }: RosterChange,
): Promise<Omit<Roster, 'revision'>> => {
  const [projects, notices] = await Promise.all([
    queryItems(table, keyOf.project(accountId, ''), { limit: most }),
    queryItems(table, keyOf.notice(accountId, '')),
  ]);
  const inUse = notices
    .map((item) => v.parse(HeadOfNotice, item))
    .filter((notice) => notice.pid !== retiredPid && notice.retiredAt === undefined)
    .map((notice) => notice.pid);
  const uids = new Set([...projects.map(parseUid), ...(uid === undefined ? [] : [uid])]);
  const pids = new Set([...inUse, ...(pid === undefined ? [] : [pid])]);
  return {
    projectUids: [...uids].sort().slice(0, most),
    pids: [...pids].sort((one, other) => one - other).slice(0, most),
  };
};
