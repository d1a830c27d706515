import { ConsentRegisterError } from '../../client/index.ts';

/** A page of a list: its `next` is where it goes on, null at its end. */
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
 * The pages of a list to its end, as far as somebody wants them.
 *
 * @throws ConsentRegisterError where a page leads back to one that was read: such a list has no end
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

/** What was found so far. */
export interface Followed<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
  /** Whether the list was left before there were as many rows as are wanted, and before its end. */
  readonly isCut: boolean;
}

interface Following<Row> {
  /** Reads so many rows at most, behind a consent. */
  readonly read: (after: string | undefined, perPage: number) => Promise<ListPage<Row>>;
  readonly after?: string | undefined;
  /** Rows that are wanted. */
  readonly wanted: number;
  /** Rows of one call at most. */
  readonly perPage: number;
  /** Calls after which the reader is asked whether to go on. */
  readonly calls: number;
  /** Whether the reader has had enough. */
  readonly isStopped: () => boolean;
  readonly onProgress: (followed: Followed<Row>) => void;
}

/**
 * Reads pages that may have few rows, or none, until there are as many as are wanted, or the list ends, or it was long enough.
 *
 * @throws ConsentRegisterError also where the list goes in circles
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
