import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Client } from '../../../client/typescript/index.ts';
import { ConsentRegisterError } from '../../../client/typescript/index.ts';
import type { Address } from '../address.ts';
import { toFragment } from '../address.ts';
import { isPlain, pushEntry, readEntry } from '../frame/history.ts';
import { useText, useWriting } from '../language.tsx';
import { useSession } from '../session/session.ts';
import { Called, useCall } from './use-call.tsx';

/** A page of a list. `next` is where the list continues, `null` at its end. */
interface ListPage<Row> {
  readonly data: readonly Row[];
  readonly next: string | null;
}

const goesInCircles = (): ConsentRegisterError =>
  new ConsentRegisterError({
    code: 'answer.unexpected',
    detail: 'The list goes on where it was read before: the service does not take its `after`.',
  });

/**
 * Yields the pages of a list until its end or until the consumer stops.
 *
 * @throws ConsentRegisterError if a page points back to one that was already read: such a list would never end
 */
export async function* pagesOf<Page extends Pick<ListPage<unknown>, 'next'>>(
  read: (after: string | undefined) => Promise<Page>,
  after?: string,
): AsyncGenerator<Page, void, undefined> {
  const behind = new Set<string | undefined>();
  for (let at: string | null | undefined = after; at !== null; ) {
    behind.add(at);
    const page: Page = await read(at);
    if (page.next !== null && behind.has(page.next)) throw goesInCircles();
    yield page;
    at = page.next;
  }
}

/** The rows found so far. */
export interface Followed<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
  /** Whether reading stopped before there were enough rows and before the end of the list. */
  readonly isCut: boolean;
}

interface Following<Row> {
  /** Reads at most this many rows after a consent. */
  readonly read: (after: string | undefined, perPage: number) => Promise<ListPage<Row>>;
  readonly after?: string | undefined;
  /** How many rows are wanted. */
  readonly wanted: number;
  /** The most rows that one call returns. */
  readonly perPage: number;
  /** After this many calls the page asks the reader whether to continue. */
  readonly calls: number;
  /** Whether the reader stopped the search. */
  readonly isStopped?: () => boolean;
  readonly onProgress?: (followed: Followed<Row>) => void;
}

/**
 * Reads pages, which may have few rows or none, until there are enough rows, the list ends or the call limit is reached.
 *
 * @throws ConsentRegisterError also if the list is circular
 */
export const followList = async <Row,>(following: Following<Row>): Promise<Followed<Row>> => {
  const { read, wanted, perPage, calls, isStopped, onProgress } = following;
  let rows: readonly Row[] = [];
  let call = 0;
  const readMore = (after: string | undefined) => read(after, Math.min(perPage, wanted - rows.length));
  for await (const { data, next } of pagesOf(readMore, following.after)) {
    call += 1;
    rows = [...rows, ...data];
    if (next === null || rows.length >= wanted) return { rows, next, isCut: false };
    if (call >= calls || isStopped?.()) return { rows, next, isCut: true };
    onProgress?.({ rows, next, isCut: true });
  }
  return { rows, next: null, isCut: false };
};

/**
 * A list that is read when a part of the page appears, and again when an input changes, with how far a search for rare rows has got.
 *
 * @param inputs everything that `begin` depends on
 */
export const useListing = <Row,>(
  begin: (client: Client, signal: AbortSignal) => Following<Row> | Promise<Following<Row>>,
  inputs: readonly unknown[],
) => {
  const asked = JSON.stringify(inputs);
  const [progress, setProgress] = useState<{ readonly asked: string; readonly found: Followed<Row> }>();
  const stopped = useRef('');
  const calling = useCall<Followed<Row>>(
    async (client, signal) =>
      followList({
        ...(await begin(client, signal)),
        isStopped: () => stopped.current === asked,
        onProgress: (found) => setProgress({ asked, found }),
      }),
    inputs,
  );
  const stop = (): void => {
    stopped.current = asked;
  };
  return { calling, stop, found: progress?.asked === asked ? progress.found : undefined };
};

/** What was found; until then how far the search has got, with a way to stop it. */
export const Listing = <Row,>({
  listing: { calling, found, stop },
  show,
}: {
  readonly listing: ReturnType<typeof useListing<Row>>;
  readonly show: (found: Followed<Row>) => VNode;
}): VNode =>
  calling.outcome.is === 'waiting' && found ? (
    <Progress found={found} stop={stop} />
  ) : (
    <Called calling={calling} show={show} />
  );

const Progress = ({ found, stop }: { readonly found: Followed<unknown>; readonly stop: () => void }): VNode => {
  const t = useText();
  const writing = useWriting();
  const [isStopping, setStopping] = useState(false);
  const { rows, next } = found;
  const day = next === null ? '' : writing.day(timeOfId(next));
  const end = (): void => {
    setStopping(true);
    stop();
  };
  return (
    <p class="note">
      <span role="status">{t('consents.looking', { day, count: rows.length })}</span>
      <button type="button" disabled={isStopping} onClick={end}>
        {t('consents.stop')}
      </button>
    </p>
  );
};

/**
 * How many rows a page of a list has, and of how many: that is known where the page ends the list and the reader came from its beginning, and later
 * on its other pages too.
 *
 * @param list what identifies the list among those of the session
 */
export const useCount = ({
  list,
  isFirst,
  found: { rows, next, isCut },
}: {
  readonly list: string;
  readonly isFirst: boolean;
  readonly found: Followed<unknown>;
}): string => {
  const t = useText();
  const writing = useWriting();
  const { memory } = useSession();
  const place = `count of ${list}`;
  const { shown: before = isFirst ? 0 : undefined } = readEntry();
  const counted = next === null && before !== undefined ? before + rows.length : undefined;
  const all = counted ?? (memory.get(place) as number | undefined);
  useEffect(() => {
    if (counted !== undefined) memory.set(place, counted);
  }, [counted]);
  const count = rows.length;
  if (isFirst && next === null) return t('consents.shown', { count });
  if (isFirst && all === undefined && !isCut) return t('consents.newestOnes', { count: writing.number(count) });
  if (before === undefined || all === undefined || all < before + count) return t('consents.shown', { count });
  const shown =
    before === 0 ? writing.number(count) : `${writing.number(before + 1)}–${writing.number(before + count)}`;
  return t('consents.ofAll', { shown, all: writing.number(all) });
};

/** That a search ended before there were enough rows, because it took too many calls. */
export const Cut = ({ next }: { readonly next: string | null }): VNode | null => {
  const t = useText();
  const writing = useWriting();
  return next === null ? null : <p class="note">{t('consents.lookedThrough', { day: writing.day(timeOfId(next)) })}</p>;
};

/** The time in an id at which its consent was recorded or given: the first 48 bits (RFC 9562, UUIDv7). */
export const timeOfId = (id: string): string => new Date(Number.parseInt(id.slice(0, 12), 16)).toISOString();

/** The address of a list that is read in pages. */
type ListAddress = Extract<Address, { readonly view: 'consents' | 'due' }>;

/** Links to older and newer rows. The browser history keeps the search values for them. */
export const ListEnds = ({
  address,
  name,
  found: { rows, next, isCut },
}: {
  readonly address: ListAddress;
  /** Of the list. */
  readonly name: string;
  readonly found: Followed<unknown>;
}): VNode => {
  const t = useText();
  const { question, follows, shown = address.after === undefined ? 0 : undefined } = readEntry();
  const count = rows.length;
  const lead =
    (fragment: string, entry: ReturnType<typeof readEntry>) =>
    (event: MouseEvent): void => {
      if (!isPlain(event)) return;
      event.preventDefault();
      pushEntry(fragment, { ...(question !== undefined && { question }), ...entry });
    };
  const newest = toFragment({ ...address, after: undefined });
  const older = next === null ? '' : toFragment({ ...address, after: next });
  return (
    <nav class="actions screen" aria-label={name}>
      {address.after === undefined ? null : (
        <a class="button" href={newest} onClick={lead(newest, {})}>
          {t('consents.newest')}
        </a>
      )}
      {follows === 'newer' ? (
        <button type="button" onClick={() => history.back()}>
          {t('consents.newer')}
        </button>
      ) : null}
      {older === '' ? null : (
        <a
          class="button"
          href={older}
          onClick={lead(older, { follows: 'newer', ...(shown !== undefined && { shown: shown + count }) })}
        >
          {isCut ? t('consents.goOn') : t('consents.older')}
        </a>
      )}
    </nav>
  );
};
