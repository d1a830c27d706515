import type { NoticeLine } from '../../../../shared/consents/exchange/notice-line.ts';
import { toNoticeLine } from '../../../../shared/consents/exchange/notice-line.ts';
import type { Account } from '../../../../shared/identity/account.ts';
import { parseAccount } from '../../../../shared/identity/account.ts';
import type { Project } from '../../../../shared/identity/project.ts';
import { parseProject } from '../../../../shared/identity/project.ts';
import type { NoticeHead, NoticeVersion } from '../../../../shared/notices/notice.ts';
import { parseNoticeHead, parseNoticeVersion } from '../../../../shared/notices/notice.ts';
import { tame } from '../../../../shared/schema/visible-text.ts';
import type { Item, Key } from '../../../../shared/store/client.ts';
import { parseDynamoLine } from '../../../../shared/store/dynamo-json.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { CommandError } from '../../../command-error.ts';
import type { KeptLines } from './kept-lines.ts';

/** The sort key of account items, as it stands in a line. Few other lines contain this text. */
const markOfAccount = JSON.stringify(keyOf.account('').SK);

/** The account in a line; undefined if the line holds something else. */
export const findAccountIn = (line: Buffer): Account | undefined => {
  if (!line.includes(markOfAccount)) return undefined;
  const item = parseDynamoLine(line.toString());
  const { id } = item as { id?: unknown };
  return typeof id === 'string' && item.PK === keyOf.account(id).PK && item.SK === keyOf.account(id).SK
    ? parseAccount(item)
    : undefined;
};

/**
 * The account that --account names; otherwise the one in the environment, or the only one.
 *
 * @throws CommandError notFound; usage when several match
 */
export const chooseAmong = (accounts: readonly Account[], wanted: string | undefined): Account => {
  const { CONSENT_REGISTER_ACCOUNT: usual = '' } = process.env;
  const idOrName = wanted ?? (usual === '' ? undefined : usual);
  const meant = accounts.filter(({ id, name }) => idOrName === undefined || id === idOrName || name === idOrName);
  const [account, ...others] = meant;
  const names = accounts.map(({ id, name }) => tame(`${id} (${name})`)).join(', ');
  if (account === undefined) {
    const says =
      accounts.length === 0
        ? 'The export has no account, so it is not from a consent register. Check the folder.'
        : `Its accounts: ${names}.`;
    throw new CommandError(
      idOrName === undefined ? says : `The export has no account "${tame(idOrName)}". ${says}`,
      'notFound',
    );
  }
  if (others.length > 0)
    throw new CommandError(`The export has several accounts. Choose one with --account: ${names}.`, 'usage');
  return account;
};

/** Collects the projects, notices and versions of an account from its items. */
export interface Belongings {
  /** Adds an item from the account's own partition. */
  readonly add: (item: Item & Key, line: string) => void;
  readonly projects: () => readonly Project[];
  readonly notices: () => Iterable<NoticeLine>;
}

/** @param kept stores the texts, which can be many and long */
export const newBelongings = (accountId: string, kept: KeptLines): Belongings => {
  const projects: Project[] = [];
  const heads: NoticeHead[] = [];
  const versions: NoticeVersion[] = [];
  const textKey = (id: string): string => keyOf.noticeText(accountId, id).SK;
  const kinds: readonly (readonly [beginning: string, add: (item: Item & Key, line: string) => void])[] = [
    [keyOf.project(accountId, '').SK, (item) => projects.push(parseProject(item))],
    [keyOf.notice(accountId, '').SK, (item) => heads.push(parseNoticeHead(item))],
    [keyOf.noticeVersion(accountId, '').SK, (item) => versions.push(parseNoticeVersion(item))],
    [textKey(''), (item, line) => kept.keep(item.SK, line)],
  ];
  return {
    add: (item, line) => {
      for (const [beginning, add] of kinds) if (item.SK.startsWith(beginning)) add(item, line);
    },
    projects: () => projects.toSorted((one, other) => (one.uid < other.uid ? -1 : 1)),
    *notices() {
      for (const version of versions.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
        const text = kept.find(textKey(version.id));
        yield toNoticeLine(heads, version, text === undefined ? undefined : parseDynamoLine(text));
      }
    },
  };
};
