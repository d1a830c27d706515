import { setTimeout as sleep } from 'node:timers/promises';
import { pMapIterable } from 'p-map';
import { limits } from '../../../shared/api/limits.ts';
import { Problem } from '../../../shared/api/problem.ts';
import type { Imported } from '../../../shared/consents/consent.ts';
import type { Extent } from '../../../shared/consents/erasure/erasures.ts';
import type { ConsentSummary, ImportedConsent, ImportOutcome } from '../../../shared/consents/exchange/import.ts';
import {
  compareSummaries,
  findSummaries,
  importConsent,
  toSummary,
  writeImported,
} from '../../../shared/consents/exchange/import.ts';
import type { ConsentLine } from '../../../shared/consents/exchange/lines.ts';
import { retry } from '../../../shared/runtime/retry.ts';
import { itemSize } from '../../../shared/store/item.ts';
import type { Table } from '../../../shared/store/table.ts';
import { isTransient } from '../../../shared/store/table.ts';
import { interruption } from '../../errors.ts';
import { usualEndurance } from '../../stage/open-table.ts';
import type { RecordSource, SourceRecord } from './import-read.ts';

/** What is imported, and where. */
export interface Importing {
  readonly table: Table;
  readonly log: Table | undefined;
  readonly accountId: string;
  readonly supply: RecordSource;
  /** Consents erased here, which stay erased. */
  readonly erased: ReadonlyMap<string, Extent>;
  readonly mark: Pick<Imported, 'source' | 'by'>;
}

/** A record, and what became of it, or will. */
export interface Judged {
  readonly supplied: SourceRecord;
  readonly outcome: 'header' | 'written' | 'there' | 'erased' | 'rejected';
  /** Why it was rejected. */
  readonly reasons: readonly string[];
  readonly line?: ConsentLine;
}

/**
 * Says of each record what an import would make of it, in the order of the file, and writes nothing. A record counts as
 * there if the register has it, or an earlier line of the file.
 */
export async function* previewImport(
  { table, accountId, supply, erased, mark }: Importing,
  onBytes: (bytes: Buffer) => void,
): AsyncGenerator<Judged> {
  const coming = new Map<string, ConsentSummary>();
  for await (const group of toGroups(supply.read(onBytes))) {
    const ids = group.flatMap(({ mapped }) => ('line' in mapped ? [mapped.line.id] : []));
    const existing = await findSummaries(table, accountId, ids);
    for (const supplied of group) {
      const judged = judgeRecord(supplied, erased);
      const { line } = judged;
      const fault = line && findSizeFault(accountId, line, toImported(mark, supplied, line, new Date()));
      if (line === undefined) yield judged;
      else if (fault !== undefined) yield reject(supplied, [fault]);
      else {
        const standing = toSummary(line);
        const before = existing.get(line.id) ?? coming.get(line.id);
        if (before === undefined) coming.set(line.id, standing);
        yield conclude(judged, before === undefined ? 'written' : compareSummaries(before, standing));
      }
    }
  }
}

/** How many consents are written at a time: many, since an import may take hours, and only writes. */
const writersAtOnce = 48;

/**
 * Writes the consents, and says of each record what became of it, in the order of the file.
 *
 * @param budget write units a second; without it, nothing waits
 * @throws Problem, or an error of the SDK, when the table refuses a write for two minutes
 */
export const write = (
  { table, log, accountId, supply, erased, mark }: Importing,
  budget: number | undefined,
): AsyncIterable<Judged> => {
  const pace = newPace(budget);
  const timeOfBatch = newClock();
  const writeLine = async (judged: Judged, line: ConsentLine): Promise<Judged> => {
    const { supplied } = judged;
    const consent = sizeOr(() => importConsent(log, accountId, line, toImported(mark, supplied, line, timeOfBatch())));
    if (typeof consent === 'string') return reject(supplied, [consent]);
    await pace(writeUnitsOf(consent));
    return conclude(judged, await persist(() => writeImported(table, line, consent)));
  };
  /** A later line of the same id waits, so that the first one counts. */
  const under = new Map<string, Promise<Judged>>();
  const writeInTurn = async (supplied: SourceRecord): Promise<Judged> => {
    const judged = judgeRecord(supplied, erased);
    const { line } = judged;
    if (line === undefined) return judged;
    const before = under.get(line.id) ?? Promise.resolve();
    const written = before.then(() => writeLine(judged, line));
    under.set(line.id, written);
    return written.finally(() => {
      if (under.get(line.id) === written) under.delete(line.id);
    });
  };
  const options = { concurrency: writersAtOnce, backpressure: 4 * writersAtOnce };
  return pMapIterable(supply.read(), writeInTurn, options);
};

/** Records are looked up together, as many as one request of DynamoDB has. */
async function* toGroups(records: AsyncIterable<SourceRecord>): AsyncGenerator<SourceRecord[]> {
  let group: SourceRecord[] = [];
  for await (const record of records) {
    group.push(record);
    if (group.length < limits.batchGetKeys) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

const reject = (supplied: SourceRecord, reasons: readonly string[]): Judged => ({
  supplied,
  outcome: 'rejected',
  reasons,
});

/** Of a consent erased with --everything, not even the evidence comes back: it is already counted. */
const isErasedHere = ({ id, eraseTime }: ConsentLine, erased: Importing['erased']): boolean => {
  const extent = erased.get(id);
  return extent === 'everything' || (extent === 'evidence' && eraseTime === null);
};

/** What is known of a record before the register is asked; a consent to write has its line. */
const judgeRecord = (supplied: SourceRecord, erased: Importing['erased']): Judged => {
  const { mapped } = supplied;
  const none = { supplied, reasons: [] } as const;
  if ('isHeader' in mapped) return { ...none, outcome: 'header' };
  if ('faults' in mapped) return reject(supplied, mapped.faults);
  const { line } = mapped;
  return isErasedHere(line, erased) ? { ...none, outcome: 'erased' } : { ...none, outcome: 'written', line };
};

/** Why a line is rejected although its consent exists. */
const remarks: Readonly<Partial<Record<ImportOutcome, string>>> = {
  differing:
    'The register, or an earlier line, has another consent with this key and time, or with this id. It stays as it is.',
  'in-force':
    'The line says revoked, the register, or an earlier line, says in force. An import never changes a consent: revoke it with /consent-register/revoke.',
  'not-erased':
    'The file says erased, but the register still has the data. An import never changes a consent: look at it with `consent show`, and erase the person with `person erase`.',
};

const conclude = (judged: Judged, outcome: ImportOutcome): Judged => {
  const remark = remarks[outcome];
  if (remark !== undefined) return reject(judged.supplied, [remark]);
  return { ...judged, outcome: outcome === 'written' ? 'written' : 'there' };
};

/** Returns why a consent cannot be stored, or what `make` returns. */
const sizeOr = <Made>(make: () => Made): Made | string => {
  try {
    return make();
  } catch (error) {
    if (error instanceof Problem && error.code === 'consent.too-large') return error.detail;
    throw error;
  }
};

const toImported = (
  mark: Importing['mark'],
  { line }: SourceRecord,
  { revokeTime }: ConsentLine,
  at: Date,
): Imported => ({
  ...mark,
  at,
  line,
  ...(revokeTime !== null && { withRevocation: true }),
});

/** Compressing is what takes time: a text that is small enough as it is needs none. */
const findSizeFault = (accountId: string, line: ConsentLine, imported: Imported): string | undefined => {
  const { proof, userData, revokeProof } = line;
  const bytes = Buffer.byteLength(JSON.stringify([proof, userData, revokeProof]));
  if (bytes < limits.revocationReserveBytes / 2) return undefined;
  const made = sizeOr(() => importConsent(undefined, accountId, line, imported));
  return typeof made === 'string' ? made : undefined;
};

/** Milliseconds for which consents of an import have one time. The log counts an event as late if it is an hour older than its arrival. */
const longestBatch = 60_000;

/** When consents are imported: the beginning of their batch. */
const newClock = (): (() => Date) => {
  let at = new Date();
  return () => {
    const now = new Date();
    if (now.getTime() >= at.getTime() + longestBatch) at = now;
    return at;
  };
};

/** Bytes that one write unit covers; a transaction uses two units for them. */
const unitBytes = 1_024;

/** The write units of a consent in the table itself. Indexes use more. */
const writeUnitsOf = ({ put, more }: ImportedConsent): number => {
  const units = [put, ...more].reduce((sum, { put: item }) => sum + Math.ceil(itemSize(item) / unitBytes), 0);
  return more.length === 0 ? units : 2 * units;
};

/** Waits until this many units may be used, if there is a limit per second. */
type Pace = (units: number) => Promise<void>;

const newPace = (budget: number | undefined): Pace => {
  if (budget === undefined) return async () => {};
  let free = performance.now();
  return async (units) => {
    const start = Math.max(free, performance.now());
    free = start + (units / budget) * 1_000;
    await sleep(start - performance.now(), undefined, { signal: interruption() });
  };
};

const isWorthIt = (error: unknown): boolean =>
  isTransient(error) || (error instanceof Problem && error.code === 'store.unavailable');

/** Retries a write when that may help. A repeated write must change nothing. */
const persist = <Result>(write: () => Promise<Result>): Promise<Result> =>
  retry(write, isWorthIt, { ...usualEndurance, signal: interruption() });
