import * as v from 'valibot';
import { attempt } from '../../attempt.ts';
import type { LogEntry } from '../../identity/operations-log.ts';
import { listLogEntries } from '../../identity/operations-log.ts';
import type { NoticeVersion } from '../../notices/notice.ts';
import { findNoticeVersions, NoticeHead, parseNoticeVersion } from '../../notices/notice.ts';
import type { Table } from '../../store/client.ts';
import { batchGet } from '../../store/get.ts';
import { keyOf } from '../../store/keys.ts';
import type { Report } from './finding.ts';
import type { KeyedItem } from './scan-evidence.ts';
import { accountOf, isVersion } from './scan-evidence.ts';

/** The attributes of a head that are copies of its current version's. Its name is the only one of its own. */
const Head = v.omit(NoticeHead, ['name']);
type Head = v.InferOutput<typeof Head>;

/** What a table has of one notice. */
interface Found {
  readonly account: string;
  readonly pid: number;
  head?: Head;
  readonly versions: NoticeVersion[];
  /** The last entry of the operations log that retired it, or put it back in use. */
  use?: LogEntry;
}

type Fault = readonly [versionId: string | undefined, says: string];

const judgeVersions = (versions: readonly NoticeVersion[]): Fault[] =>
  versions.flatMap(({ id, version, currentUntil }, i) => {
    const next = versions[i + 1];
    return [
      ...(version === i + 1 ? [] : [[id, `it is number ${version}, at place ${i + 1} of its notice`] as const]),
      ...(currentUntil === next?.publishedAt
        ? []
        : [
            [
              id,
              `it ended ${currentUntil ?? 'never'}; the next was published ${next?.publishedAt ?? 'never'}`,
            ] as const,
          ]),
    ];
  });

const judgeHead = (head: Head | undefined, last: NoticeVersion | undefined): Fault[] => {
  if (head === undefined) return [[last?.id, 'its notice is gone']];
  if (last === undefined) return [[head.versionId, 'its notice has no version']];
  const { id, ...copied } = last;
  const wrong = (['version', 'contentHash', 'textBytes'] as const).filter((name) => head[name] !== copied[name]);
  const all = [...(head.versionId === id ? [] : ['versionId']), ...wrong];
  return all.length === 0 ? [] : [[id, `its notice names another current version: ${all.join(', ')}`]];
};

const tellUse = (retiredAt: unknown): string => (retiredAt === undefined ? 'in use' : `retired since ${retiredAt}`);

/** When a notice was retired by an entry of the operations log. Undefined if it is in use. */
const retiredAtOf = (use: LogEntry | undefined): unknown =>
  use?.target.retired === true ? (use.target.retiredAt ?? use.at) : undefined;

const judgeUse = ({ head, versions, use }: Found): Fault[] => {
  if (head === undefined) return [];
  const { versionId, retiredAt } = head;
  const told = retiredAtOf(use);
  return [
    ...versions
      .filter((version) => version.retiredAt !== retiredAt)
      .map(({ id }): Fault => [id, 'it was not retired when its notice was']),
    ...(told === retiredAt
      ? []
      : ([[versionId, `its notice is ${tellUse(retiredAt)}; by the operations log it is ${tellUse(told)}`]] as const)),
  ];
};

const judge = (found: Found): Fault[] => {
  const versions = found.versions.toSorted((one, other) => one.version - other.version);
  return [...judgeVersions(versions), ...judgeHead(found.head, versions.at(-1)), ...judgeUse({ ...found, versions })];
};

const isUseOf = ({ target }: LogEntry, { account, pid }: Pick<Found, 'account' | 'pid'>): boolean =>
  target.accountId === account && target.pid === pid && typeof target.retired === 'boolean';

/** Reads the notice again: it may have been published or retired while the table was read. */
const readAgain = async (table: Table, { account, pid }: Found): Promise<Found> => {
  const [use] = await listLogEntries(table, 1, { isWanted: (entry) => isUseOf(entry, { account, pid }) });
  const versions = await findNoticeVersions(table, account, pid);
  const [item] = await batchGet(table, [keyOf.notice(account, pid)], { consistent: true });
  return { account, pid, versions: [...versions], ...(item && { head: v.parse(Head, item) }), ...(use && { use }) };
};

/** Compares what notices and versions have of each other with what it was copied from. */
export interface NoticeCheck {
  readonly add: (item: KeyedItem) => void;
  readonly addEntry: (entry: LogEntry) => void;
  readonly finish: () => Promise<void>;
}

/** Damaged items are reported elsewhere. */
export const newNoticeCheck = (table: Table, report: Report): NoticeCheck => {
  const notices = new Map<string, Found>();
  const of = (account: string, pid: number): Found => {
    const found = notices.get(`${account} ${pid}`) ?? { account, pid, versions: [] };
    notices.set(`${account} ${pid}`, found);
    return found;
  };
  const addUse = (entry: LogEntry): void => {
    const { accountId, pid } = entry.target;
    if (typeof accountId !== 'string' || typeof pid !== 'number') return;
    const found = of(accountId, pid);
    if (isUseOf(entry, found) && entry.id >= (found.use?.id ?? '')) found.use = entry;
  };
  return {
    addEntry: addUse,
    add: (item) => {
      const account = accountOf(item);
      if (isVersion(item)) {
        const version = attempt(() => parseNoticeVersion(item));
        if (version !== undefined) of(account, version.pid).versions.push(version);
      } else if (item.SK.startsWith(keyOf.notice('', '').SK)) {
        const head = attempt(() => v.parse(Head, item));
        if (head !== undefined) of(account, head.pid).head = head;
      }
    },
    finish: async () => {
      for (const found of notices.values()) {
        const isNotice = found.head !== undefined || found.versions.length > 0;
        if (!isNotice || judge(found).length === 0) continue;
        const { account, pid } = found;
        for (const [id, says] of judge(await readAgain(table, found)))
          report({ kind: 'copy-differs', account, id, says: `notice ${pid}: ${says}` });
      }
    },
  };
};
