import { projectList, readList } from '../shared/consents/lists.ts';
import type { Holdings } from '../shared/evidence/holdings.ts';
import { findOwned, readHoldings } from '../shared/evidence/holdings.ts';
import type { Account } from '../shared/identity/account.ts';
import { listProjects } from '../shared/identity/project.ts';
import type { NoticeHead, NoticeVersion } from '../shared/notices/notice.ts';
import { findNotice, findNoticeByName, findNoticeVersion, findNoticeVersions } from '../shared/notices/notice.ts';
import { identifierPattern } from '../shared/runtime/identifier.ts';
import type { Table } from '../shared/store/table.ts';
import { beginsId, chooseAccountOrOnly, chooseAccounts } from './choose.ts';
import { CommandError } from './errors.ts';
import { toTimeSpan } from './input/values.ts';

/** The argument and options of a command about one consent. */
export const consentArgument = ['<id>', 'id of the consent, or its first characters as tables show them'] as const;

export const inForceAtOption = [
  '--at <time>',
  'a day or time in UTC, such as 2026-11-22 or 2026-11-22T14:30; says whether the consent was in force then',
  toTimeSpan,
] as const;

export const anyAccountOption = ['--account <account>', 'id or name (default: search all accounts)'] as const;

/** The ids that begin so, of consents that their projects list. */
const findIds = async (table: Table, accounts: readonly Account[], beginning: string): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const { id: accountId } of accounts) {
    for (const { uid } of await listProjects(table, accountId)) {
      const range = { above: beginning, upTo: `${beginning}~` };
      for await (const { entries } of readList(table, projectList(accountId, uid), { range })) {
        found.push(...entries.map(({ id }) => id));
      }
    }
  }
  return found;
};

/**
 * The id that a text is, or that begins with it, as tables show ids.
 *
 * @throws CommandError usage when it cannot be one, or several begin so
 */
const completeId = async (table: Table, accounts: readonly Account[], text: string): Promise<string> => {
  const typed = text.trim();
  if (identifierPattern.test(typed)) return typed;
  if (!beginsId(typed)) {
    throw new CommandError(
      'A consent is named by its id, 32 characters, each 0 to 9 or a to f, or by the first 16 of them, as tables show it. Check the id that you typed.',
      'usage',
    );
  }
  const [id, ...others] = await findIds(table, accounts, typed);
  if (others.length === 0) return id ?? typed;
  throw new CommandError(`Several consents have ids that begin so: ${[id, ...others].join(', ')}.`, 'usage');
};

const refuseUnknown = (id: string, [account]: readonly Account[], chosen: string | undefined): CommandError => {
  const says =
    chosen === undefined || account === undefined
      ? `There is no consent ${id}. \`consent list --person email=...\` finds the consents of a person.`
      : `Account "${account.name}" has no consent ${id}. Leave --account out to search all accounts.`;
  return new CommandError(says, 'notFound');
};

/**
 * Everything recorded about the consent, in the named account or in any.
 *
 * @param text the id as typed, or its first characters
 * @throws CommandError usage when it cannot be one, or several begin so; notFound
 */
export const findHoldings = async (table: Table, text: string, account: string | undefined): Promise<Holdings> => {
  const accounts = await chooseAccounts(table, account);
  const id = await completeId(table, accounts, text);
  const owned = await findOwned(table, accounts, id);
  if (owned === undefined) throw refuseUnknown(id, accounts, account);
  return readHoldings(table, owned);
};

/** The option of commands that search consents. */
export const noticeOption = [
  '--notice <notice>',
  'only consents to this notice: its name, its PID, or the id of a version',
] as const;

/** A chosen notice; with a version if it was chosen by the id of one. */
export interface ChosenNotice {
  readonly accountId: string;
  readonly head: NoticeHead;
  readonly version?: NoticeVersion;
}

const findPid = async (table: Table, accountId: string, pidOrName: string): Promise<number | undefined> => {
  if (/^\d{1,15}$/.test(pidOrName)) return Number(pidOrName);
  return findNoticeByName(table, accountId, pidOrName);
};

const refuseVersion = (id: string): CommandError =>
  new CommandError(`No notice has a version ${id}. \`notice history\` lists the versions of a notice.`, 'notFound');

const findByVersion = async (
  table: Table,
  id: string,
  accounts: readonly Account[],
): Promise<ChosenNotice | undefined> => {
  for (const { id: accountId } of accounts) {
    const version = await findNoticeVersion(table, accountId, id);
    const head = version && (await findNotice(table, accountId, version.pid));
    if (version !== undefined && head !== undefined) return { accountId, head, version };
  }
  return undefined;
};

/**
 * The notice with a name, a PID, or the id of one of its versions.
 *
 * @param account as in --account. The id of a version needs none: it belongs to one account only
 * @throws CommandError notFound
 */
export const chooseNotice = async (table: Table, text: string, account: string | undefined): Promise<ChosenNotice> => {
  if (identifierPattern.test(text)) {
    const accounts = await chooseAccounts(table, account);
    const chosen = await findByVersion(table, text, accounts);
    if (chosen !== undefined) return chosen;
    if (accounts.length > 1) throw refuseVersion(text);
  }
  const { id: accountId } = await chooseAccountOrOnly(table, account);
  const pid = await findPid(table, accountId, text);
  const head = pid === undefined ? undefined : await findNotice(table, accountId, pid);
  if (head !== undefined) return { accountId, head };
  throw new CommandError(`The account has no notice "${text}". \`notice list\` shows all.`, 'notFound');
};

/** The versions of a notice, oldest first. */
export const readHistory = async (
  table: Table,
  { accountId, head: { pid } }: Pick<ChosenNotice, 'accountId' | 'head'>,
): Promise<NoticeVersion[]> =>
  (await findNoticeVersions(table, accountId, pid)).toSorted((a, b) => a.version - b.version);

/** @param numberOrId as typed; of an id the first characters suffice @throws CommandError notFound */
export const chooseVersion = (
  { head }: Pick<ChosenNotice, 'head'>,
  history: readonly NoticeVersion[],
  numberOrId: string,
): NoticeVersion => {
  const [version, ...others] = history.filter(
    (each) => String(each.version) === numberOrId || (beginsId(numberOrId) && each.id.startsWith(numberOrId)),
  );
  if (version !== undefined && others.length === 0) return version;
  throw new CommandError(
    `The notice has no version ${numberOrId}. It has ${history.length}: \`notice history ${head.name}\` lists them.`,
    'notFound',
  );
};

const refuseSeveral = (): CommandError => new CommandError('Give only one version.', 'usage');

const readCurrent = async (table: Table, { accountId, head }: ChosenNotice): Promise<NoticeVersion> => {
  const version = await findNoticeVersion(table, accountId, head.versionId);
  if (version === undefined) throw new Error('A notice names a current version that is not there.');
  return version;
};

/**
 * The version given by number or id; otherwise the one that chose the notice, or the current one.
 *
 * @param said every version typed
 * @throws CommandError notFound; usage when several versions are given
 */
export const chooseVersionOrCurrent = async (
  table: Table,
  chosen: ChosenNotice,
  said: readonly string[],
): Promise<NoticeVersion> => {
  const history = said.length === 0 ? [] : await readHistory(table, chosen);
  const named = said.map((numberOrId) => chooseVersion(chosen, history, numberOrId));
  const [version, ...others] = [...named, ...(chosen.version === undefined ? [] : [chosen.version])];
  if (version === undefined) return readCurrent(table, chosen);
  if (others.every(({ id }) => id === version.id)) return version;
  throw refuseSeveral();
};

/** The notice, and perhaps the version, that consents must be to. */
export interface NoticeScope {
  readonly pid?: number | undefined;
  readonly versionId?: string | undefined;
  /** The notice and the version number, for people. */
  readonly notice?: string | undefined;
  readonly version?: number | undefined;
}

const toScope = ({ pid, name }: NoticeHead, version: NoticeVersion | undefined): NoticeScope => ({
  pid,
  notice: name,
  ...(version && { versionId: version.id, version: version.version }),
});

const chooseByVersion = async (table: Table, accountId: string, id: string): Promise<NoticeScope> => {
  if (!identifierPattern.test(id)) {
    throw new CommandError('--version needs the id of a version, or its number together with --notice.', 'usage');
  }
  const version = await findNoticeVersion(table, accountId, id);
  const head = version && (await findNotice(table, accountId, version.pid));
  if (head === undefined) throw refuseVersion(id);
  return toScope(head, version);
};

/** The filter from --notice and --version. @throws CommandError notFound; usage when several versions are given */
export const chooseScope = async (
  table: Table,
  accountId: string,
  { notice, version }: { readonly notice?: string | undefined; readonly version?: string | undefined },
): Promise<NoticeScope> => {
  if (notice === undefined) return version === undefined ? {} : chooseByVersion(table, accountId, version);
  const chosen = await chooseNotice(table, notice, accountId);
  const named =
    version === undefined ? chosen.version : chooseVersion(chosen, await readHistory(table, chosen), version);
  if (chosen.version !== undefined && named?.id !== chosen.version.id) throw refuseSeveral();
  return toScope(chosen.head, named);
};
