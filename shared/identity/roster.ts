import * as v from 'valibot';
import { keyOf } from '../store/keys.ts';
import { getItem, queryItems } from '../store/read.ts';
import type { Item, Key, Table } from '../store/table.ts';
import type { Update } from '../store/write.ts';
import type { Roster } from './account.ts';
import { parseAccount } from './account.ts';

/** Names in a roster. An account may have more of a kind. */
const most = 10;

/** What a transaction adds to the projects and notices in use of an account, or takes away. */
export interface RosterChange {
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
 * if another command changed the roster meanwhile: read everything anew. None if the account does not exist.
 */
export const rosterWrites = async (table: Table, accountId: string, change: RosterChange): Promise<Update[]> => {
  const item = await getItem(table, keyOf.account(accountId));
  if (item === undefined) return [];
  const { roster } = parseAccount(item);
  const next = { ...(await readNames(table, accountId, change)), revision: roster.revision + 1 };
  return [replaceRoster(keyOf.account(accountId), roster, next)];
};

/** What an answer says after an unknown UID of a project. */
export const tellProjects = ({ projectUids }: Roster): string =>
  tellNames(projectUids, 'It has', 'It has no project yet');

/** The same after an unknown PID. */
export const tellNotices = ({ pids }: Roster): string => tellNames(pids, 'In use', 'It has no notice in use');

const tellNames = (names: readonly (string | number)[], beginning: string, none: string): string => {
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
