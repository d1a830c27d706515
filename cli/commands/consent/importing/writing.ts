import { setTimeout as sleep } from 'node:timers/promises';
import { pMapIterable } from 'p-map';
import type { Imported } from '../../../../shared/consents/consent.ts';
import type { ConsentLine } from '../../../../shared/consents/exchange/consent-line.ts';
import type { ImportedConsent, ImportOutcome } from '../../../../shared/consents/exchange/imported-consent.ts';
import { importConsent, keepsProof, writeImported } from '../../../../shared/consents/exchange/imported-consent.ts';
import { Problem } from '../../../../shared/problem.ts';
import type { Table } from '../../../../shared/store/client.ts';
import { itemSize } from '../../../../shared/store/item-size.ts';
import { isTransient } from '../../../../shared/store/unavailable.ts';
import { interruption } from '../../../interruption.ts';
import type { Rejected } from './rejected-file.ts';
import { formatHeader, formatRejected, toRejected } from './rejected-file.ts';
import type { Supplied, Supply } from './supply.ts';

/** How many consents are written at a time. */
const writersAtOnce = 48;

/** Milliseconds for which consents of an import have one time. The log takes what is an hour older than it comes for late. */
const longestBatch = 60_000;

/** The counts of consents so far. */
export interface Written {
  readonly counts: Readonly<Record<ImportOutcome, number>>;
  /** The last consent written to each project. */
  readonly last: ReadonlyMap<string, string>;
  readonly rejected: number;
}

/** What the writing of consents needs. */
export interface Writing {
  readonly table: Table;
  readonly accountId: string;
  readonly mark: Pick<Imported, 'source' | 'by'>;
  readonly budget: number | undefined;
  /** Gets each rejected record in the form of the file of rejected lines. */
  readonly onRejected: (text: string, rejected: Rejected | undefined) => Promise<void>;
  readonly onDone: (written: Written) => void;
}

type WithLine = Supplied & { readonly mapped: { readonly line: ConsentLine } };

const hasLine = (supplied: Supplied): supplied is WithLine => 'line' in supplied.mapped;

/** Why a line is reported although its consent exists. */
const remarks: Readonly<Partial<Record<ImportOutcome, string>>> = {
  differing: 'The register has another consent with this key and time, or with this id. It stays as it is.',
  'in-force':
    'The file says revoked, the register says in force. An import never changes a consent: revoke it with /consent-register/revoke.',
  'not-erased':
    'The file says erased, but the register still has the data. An import never changes a consent: look at it with `consent show`, and erase the person with `person erase`.',
};

/** The counts before anything is written. */
export const noneYet: Written['counts'] = { written: 0, there: 0, differing: 0, 'in-force': 0, 'not-erased': 0 };

const isShared = ({ mapped }: WithLine): boolean => mapped.line.proofId !== null;

/** Writes the consents of a supply. */
class Writer {
  readonly #supply: Supply;
  readonly #writing: Writing;
  readonly #pace: Pace;
  readonly #counts = { ...noneYet };
  readonly #last = new Map<string, string>();
  #rejected = 0;
  #at = new Date();
  hasShared = false;

  constructor(supply: Supply, writing: Writing) {
    this.#supply = supply;
    this.#writing = writing;
    this.#pace = newPace(writing.budget);
  }

  get written(): Written {
    return { counts: this.#counts, last: this.#last, rejected: this.#rejected };
  }

  async #reject(supplied: Supplied, reasons: readonly string[]): Promise<void> {
    this.#rejected += 1;
    const rejected = toRejected(supplied, reasons);
    await this.#writing.onRejected(formatRejected(this.#supply, supplied, rejected), rejected);
  }

  /** Returns the consents with their own proof, and reports those that cannot be imported. */
  async *readAlone(): AsyncGenerator<WithLine> {
    for await (const supplied of this.#supply.read()) {
      const { mapped } = supplied;
      if ('isHeader' in mapped) await this.#writing.onRejected(formatHeader(this.#supply, supplied), undefined);
      if ('faults' in mapped) await this.#reject(supplied, mapped.faults);
      if (!hasLine(supplied)) continue;
      if (isShared(supplied)) this.hasShared = true;
      else yield supplied;
    }
  }

  /** The consents whose proof another consent holds. */
  async *readShared(): AsyncGenerator<WithLine> {
    for await (const supplied of this.#supply.read()) if (hasLine(supplied) && isShared(supplied)) yield supplied;
  }

  /** When a consent is imported: the beginning of its batch. */
  #time(): Date {
    const now = new Date();
    if (now.getTime() >= this.#at.getTime() + longestBatch) this.#at = now;
    return this.#at;
  }

  async #make({ line: number, mapped: { line } }: WithLine): Promise<ImportedConsent | string> {
    const { table, accountId, mark } = this.#writing;
    const isKept = line.eraseTime === null && line.proofId !== null && (await keepsProof(table, accountId, line));
    const withRevocation = line.revokeTime === null ? {} : ({ withRevocation: true } as const);
    try {
      return importConsent(accountId, line, { ...mark, at: this.#time(), line: number, ...withRevocation }, isKept);
    } catch (error) {
      if (error instanceof Problem && error.code === 'consent.too-large') return error.detail;
      throw error;
    }
  }

  async #write(supplied: WithLine): Promise<void> {
    const { line } = supplied.mapped;
    const consent = await this.#make(supplied);
    if (typeof consent === 'string') return this.#reject(supplied, [consent]);
    await this.#pace(unitsOf(consent));
    const outcome = await persist(() => writeImported(this.#writing.table, line, consent));
    this.#counts[outcome] += 1;
    if (outcome === 'written') this.#last.set(line.projectUid, line.id);
    const remark = remarks[outcome];
    if (remark !== undefined) await this.#reject(supplied, [remark]);
    this.#writing.onDone(this.written);
  }

  async write(records: AsyncIterable<WithLine>): Promise<void> {
    const options = { concurrency: writersAtOnce, preserveOrder: false };
    for await (const _ of pMapIterable(records, (supplied) => this.#write(supplied), options));
  }
}

/**
 * Writes the consents of a file in batches. Consents that share another consent's proof are written in a second reading, when that consent exists.
 *
 * @throws Problem, or an error of the SDK, when the table refuses a write for two minutes
 */
export const writeConsents = async (supply: Supply, writing: Writing): Promise<Written> => {
  const writer = new Writer(supply, writing);
  await writer.write(writer.readAlone());
  if (writer.hasShared) await writer.write(writer.readShared());
  return writer.written;
};

/** Bytes that one write unit covers; a transaction uses two units for them. */
const unitBytes = 1_024;

/** The write units of a consent in the table itself. Indexes use more. */
const unitsOf = ({ put, more }: ImportedConsent): number => {
  const units = [put, ...more].reduce((sum, { put: item }) => sum + Math.ceil(itemSize(item) / unitBytes), 0);
  return more.length === 0 ? units : 2 * units;
};

/** Waits until this many units may be used, if there is a limit per second. */
type Pace = (units: number) => Promise<void>;

/** @param budget units a second; without it, nothing waits */
const newPace = (budget: number | undefined): Pace => {
  if (budget === undefined) return async () => {};
  let free = performance.now();
  return async (units) => {
    const start = Math.max(free, performance.now());
    free = start + (units / budget) * 1_000;
    await sleep(start - performance.now(), undefined, { signal: interruption() });
  };
};

/** How long to retry a write while the table is busy or the network is down, and the pauses; in milliseconds. */
const endurance = { budget: 120_000, pause: 500, longest: 10_000 };

const isWorthIt = (error: unknown): boolean =>
  isTransient(error) || (error instanceof Problem && error.code === 'store.unavailable');

/** Retries a write when that may help. A repeated write must change nothing. */
const persist = async <Result>(
  write: () => Promise<Result>,
  { budget, pause, longest } = endurance,
): Promise<Result> => {
  const deadline = performance.now() + budget;
  for (let wait = pause; ; wait = Math.min(2 * wait, longest)) {
    try {
      return await write();
    } catch (error) {
      if (!isWorthIt(error) || performance.now() + wait > deadline) throw error;
    }
    await sleep(wait * (1 - Math.random() / 2), undefined, { signal: interruption() });
  }
};
