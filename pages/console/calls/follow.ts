import { ConsentRegisterError } from '../../../client/index.ts';

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
  readonly isStopped: () => boolean;
  readonly onProgress: (followed: Followed<Row>) => void;
}

/**
 * Reads pages, which may have few rows or none, until there are enough rows, the list ends or the call limit is reached.
 *
 * @throws ConsentRegisterError also if the list is circular
 */
export const followList = async <Row>(following: Following<Row>): Promise<Followed<Row>> => {
  const { read, wanted, perPage, calls, isStopped, onProgress } = following;
  let rows: readonly Row[] = [];
  let call = 0;
  const readMore = (after: string | undefined) => read(after, Math.min(perPage, wanted - rows.length));
  for await (const { data, next } of pagesOf(readMore, following.after)) {
    call += 1;
    rows = [...rows, ...data];
    if (next === null || rows.length >= wanted) return { rows, next, isCut: false };
    if (call >= calls || isStopped()) return { rows, next, isCut: true };
    onProgress({ rows, next, isCut: true });
  }
  return { rows, next: null, isCut: false };
};
