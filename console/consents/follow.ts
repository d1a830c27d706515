/** A page of a list: its `next` is where it goes on, null at its end. */
interface ListPage<Row> {
  readonly data: readonly Row[];
  readonly next: string | null;
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

/** Reads pages that may have few rows, or none, until there are as many as are wanted, or the list ends, or it was long enough. */
export const followList = async <Row>(following: Following<Row>): Promise<Followed<Row>> => {
  const { read, wanted, perPage, calls, isStopped, onProgress } = following;
  let rows: readonly Row[] = [];
  let next = following.after ?? null;
  for (let call = 1; ; call += 1) {
    const page = await read(next ?? undefined, Math.min(perPage, wanted - rows.length));
    rows = [...rows, ...page.data];
    next = page.next;
    if (next === null || rows.length >= wanted) return { rows, next, isCut: false };
    if (call >= calls || isStopped()) return { rows, next, isCut: true };
    onProgress({ rows, next, isCut: true });
  }
};

/** When the consent of an id was recorded or given: the first 48 bits of the id are its time (RFC 9562, UUIDv7). */
export const timeOfId = (id: string): string => new Date(Number.parseInt(id.slice(0, 12), 16)).toISOString();
