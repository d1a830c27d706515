import { limits } from '../api/limits.ts';
import type { StateSince } from '../consents/state.ts';
import { stateFor, timesOf } from '../consents/state.ts';
import type { NoticeContent } from '../notices/content.ts';
import type { LineageVersion } from '../notices/lineage.ts';
import { coverVersions, readLineage, versionOf } from '../notices/lineage.ts';
import { parseNoticeText } from '../notices/notice.ts';
import type { Party } from '../notices/terms.ts';
import type { Lang } from '../schema/vocabulary.ts';
import { keyOf } from '../store/keys.ts';
import { batchGetNamed } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import { consumedUnits, requestUnits } from '../store/table.ts';
import type { LinkedConsent, LinkScope, ListedConsent } from './link-consents.ts';
import { listLinked, readLinked } from './link-consents.ts';

/** A notice that was agreed to with the value of a link, by its newest consent that is not withdrawn, otherwise by the newest. */
export interface AgreedNotice extends StateSince {
  readonly pid: number;
  readonly lang: Lang;
  readonly given: Date;
  /** Whether it has older consents that were not read, so that one may be in force. */
  readonly hasOlder: boolean;
  /** In the language of the consent. Otherwise the account's name for the notice. */
  readonly title: string;
  readonly hasTitle: boolean;
  /** Undefined if the version has no text in this language, or its text is gone. */
  readonly descriptionHtml: string | undefined;
  /** Who is responsible, if the version says so. */
  readonly controller: Party | undefined;
}

/** What a link shows. @property isMore whether there is more than a page shows */
export interface Agreed {
  readonly notices: readonly AgreedNotice[];
  readonly isMore: boolean;
}

/** The entries of each notice, newest first. A list that goes on beyond what a page looks at may have more. */
const listNotices = async (table: Table, scope: LinkScope) => {
  const notices = new Map<number, ListedConsent[]>();
  let [left, isMore] = [limits.linkEntries as number, false];
  for await (const { listed, damaged, read } of listLinked(table, scope)) {
    if (left <= 0 && read > 0) return { notices, isMore: true };
    if (damaged.length > 0) isMore = true;
    for (const entry of listed) {
      const ofNotice = notices.get(entry.pid);
      if (ofNotice !== undefined) ofNotice.push(entry);
      else if (notices.size < limits.linkNotices) notices.set(entry.pid, [entry]);
      else isMore = true;
    }
    left -= read;
  }
  return { notices, isMore };
};

/** The consent that represents its notice. */
interface Shown {
  readonly entry: ListedConsent;
  readonly consent: LinkedConsent;
}

/** Consents that are read at once. Each takes up to a hundred units. */
const readAtOnce = 10;

/** A notice none of whose consents read so far is in force, and the entries of the others, newest first. */
interface Waiting {
  readonly pid: number;
  readonly entries: readonly ListedConsent[];
  readonly isRead: boolean;
}

/** What was found. @property cut notices with older consents that were not read. @property isMore whether others cannot be read */
interface Found {
  readonly shown: readonly Shown[];
  readonly cut: ReadonlySet<number>;
  readonly isMore: boolean;
}

/**
 * Of each notice the newest consent that is not withdrawn, so that each that is has a button; otherwise the newest. An index may still
 * list one that was erased, which counts as none. The newest of all notices come first, then older ones, until they took the units
 * of a page.
 */
const findShown = async (
  table: Table,
  accountId: string,
  notices: ReadonlyMap<number, readonly ListedConsent[]>,
): Promise<Found> => {
  const shown = new Map<number, Shown>();
  let [units, isMore] = [0, false];
  const counting = requestUnits(table, async (send) => {
    const answer = await send();
    units += consumedUnits(answer);
    return answer;
  });
  let waiting: readonly Waiting[] = [...notices].map(([pid, entries]) => ({ pid, entries, isRead: false }));
  while (waiting.length > 0 && units < limits.linkUnits) {
    const turn = waiting.slice(0, readAtOnce);
    const share = Math.floor(readAtOnce / turn.length);
    const looked = turn.map(({ entries, isRead, ...of }) => ({ ...of, entries, size: isRead ? share : 1 }));
    const ids = looked.flatMap(({ entries, size }) => entries.slice(0, size).map(({ SK }) => SK));
    const { consents, damaged } = await readLinked(counting, accountId, ids);
    if (damaged.length > 0) isMore = true;
    const again = looked.flatMap(({ pid, entries, size }): Waiting[] => {
      const found = entries.slice(0, size).flatMap((entry) => {
        const consent = consents.get(entry.SK);
        return consent === undefined || consent.eraseTime !== undefined ? [] : [{ entry, consent }];
      });
      const open = found.find(({ consent }) => consent.revokeTime === undefined);
      const best = open ?? shown.get(pid) ?? found[0];
      if (best !== undefined) shown.set(pid, best);
      const others = entries.slice(size);
      return open !== undefined || others.length === 0 ? [] : [{ pid, entries: others, isRead: true }];
    });
    waiting = [...waiting.slice(readAtOnce), ...again];
  }
  return {
    shown: [...shown.values()].sort((one, other) => (one.consent.id < other.consent.id ? 1 : -1)),
    cut: new Set(waiting.map(({ pid }) => pid)),
    isMore: isMore || waiting.length > 0,
  };
};

/** The contents of versions by id, as far as they are there and not too long for a page together. */
const readContents = async (
  table: Table,
  accountId: string,
  versions: readonly LineageVersion[],
): Promise<ReadonlyMap<string, NoticeContent>> => {
  let bytes = 0;
  const read = [...new Set(versions)].filter(({ textBytes }) => {
    bytes += textBytes;
    return bytes <= limits.linkTextBytes;
  });
  const items = await batchGetNamed(
    table,
    read.map(({ id }) => keyOf.noticeText(accountId, id)),
  );
  return new Map(
    read.flatMap(({ id }, i) => {
      const item = items[i];
      return item === undefined ? [] : [[id, parseNoticeText(item)] as const];
    }),
  );
};

/** Reads what was agreed to with the value of a link: consents with strong consistency, and nothing of their person. */
export const readAgreed = async (table: Table, scope: LinkScope, now: Date): Promise<Agreed> => {
  const { accountId } = scope;
  const [listed, lineage] = await Promise.all([listNotices(table, scope), readLineage(table, accountId)]);
  const { shown, cut, isMore } = await findShown(table, accountId, listed.notices);
  const named = shown.map(({ consent }) => consent.versionId);
  const known = await coverVersions(table, accountId, lineage, named);
  const contents = await readContents(
    table,
    accountId,
    named.map((id) => versionOf(known, id)),
  );
  const toAgreed = ({ entry, consent }: Shown): AgreedNotice[] => {
    const { lang, pid } = entry;
    const version = versionOf(known, consent.versionId);
    const stated = stateFor(timesOf({ given: consent.time, revoked: consent.revokeTime }, version), { now });
    if (stated === undefined) return [];
    const { title, descriptionHtml, controller } = contents.get(version.id) ?? {};
    const own = title?.[lang];
    return [
      {
        ...stated,
        pid,
        lang,
        given: consent.time,
        hasOlder: cut.has(pid),
        title: own ?? version.name,
        hasTitle: own !== undefined,
        descriptionHtml: descriptionHtml?.[lang],
        controller,
      },
    ];
  };
  return { notices: shown.flatMap(toAgreed), isMore: isMore || listed.isMore };
};
