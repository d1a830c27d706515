import type { Manifest } from '../../../../shared/consents/exchange/manifest.ts';
import type { MeteredTable } from '../../../../shared/consents/exchange/metered-table.ts';
import { meterReads } from '../../../../shared/consents/exchange/metered-table.ts';
import { readNoticeLines } from '../../../../shared/consents/exchange/notice-line.ts';
import { scanConsents } from '../../../../shared/consents/exchange/scan-consents.ts';
import type { Account } from '../../../../shared/identity/account.ts';
import { writeLogEntry } from '../../../../shared/identity/operations-log.ts';
import { listProjects } from '../../../../shared/identity/project.ts';
import { limits } from '../../../../shared/limits.ts';
import { tame } from '../../../../shared/schema/visible-text.ts';
import type { Table } from '../../../../shared/store/client.ts';
import type { ChangingWork, Work } from '../../../command.ts';
import { interruption, saySoFar } from '../../../interruption.ts';
import type { Result } from '../../../printing/output.ts';
import { note, toDetails } from '../../../printing/output.ts';
import { beginProgress, countOf } from '../../../printing/progress.ts';
import { describePrice, describeTable, describeUnits, priceOf } from '../../../stage/stage.ts';
import { failWithGoOn } from '../go-on.ts';
import { claimFolder } from './export-folder.ts';
import type { ExportState, Position } from './export-state.ts';
import { writeState } from './export-state.ts';
import { finishExport } from './finish.ts';
import { keepDigest, tellExport, tellSoFar } from './outcome.ts';
import type { SegmentFiles } from './segment-files.ts';
import { openSegment } from './segment-files.ts';

/** How to read the register. */
export interface Reading {
  readonly segments: number | undefined;
  readonly unitsPerSecond: number | undefined;
}

/** Read units for the whole table: all items of all accounts, strongly consistent. DynamoDB updates the size every six hours or so. */
const estimateUnits = async ({ table }: Pick<Work, 'table'>): Promise<number> => {
  const { TableSizeBytes = 0 } = await describeTable(table);
  return TableSizeBytes / limits.readUnitBytes;
};

/** Says what an export would read, and that nothing prevents it. */
export const foreseeExport = async (work: Work, account: Account, folder: string): Promise<Result> => {
  const units = Math.ceil(await estimateUnits(work));
  const told = {
    account: account.name,
    folder,
    'read units, about': units,
    'dollars, about': priceOf(units).toFixed(2),
  };
  return toDetails(told, { accountId: account.id, folder, readUnits: units, dollars: priceOf(units) });
};

const announce = async (work: Work): Promise<void> => {
  const units = await estimateUnits(work);
  if (work.stage.isLocal || priceOf(units) < 0.01) return;
  note(
    `Reading takes about ${describeUnits(units)}, ${describePrice(units)}. The export reads the whole table, with all accounts.`,
  );
};

const readAll = async (
  { table, units }: MeteredTable,
  account: Account,
  folder: string,
  state: ExportState,
): Promise<Manifest> => {
  const before = state.positions.reduce((sum, { consents }) => sum + consents, 0);
  const taken = (): number => state.readUnits + units();
  const reading = beginProgress((count) => `${countOf(count, 'consents')}, ${describeUnits(taken())}`);
  reading.advance(before);
  let consents = before;
  const onConsents = (count: number): void => {
    consents += count;
    reading.advance(count);
    saySoFar(tellSoFar(folder, consents));
  };
  await exportTable(table, { folder, state, onConsents, unitsOf: units }).finally(reading.end);
  saySoFar(tellSoFar(folder, consents));
  const summing = beginProgress((count) => `${countOf(count, 'lines')} summed up`);
  const rest = {
    notices: readNoticeLines(table, account.id),
    projects: await listProjects(table, account.id),
    origin: { account: { id: account.id, name: account.name }, source: state.source, asOf: state.beganAt },
    segments: state.positions.length,
    onLines: summing.advance,
  };
  return finishExport(folder, rest).finally(summing.end);
};

/**
 * Exports an account to a folder, or resumes an interrupted export there. The operations log records the start.
 *
 * @throws CommandError usage when the folder is unsuitable
 */
export const exportRegister = async (
  work: ChangingWork,
  account: Account,
  folder: string,
  { segments, unitsPerSecond }: Reading,
): Promise<Result> => {
  const wanted = { account: account.id, source: work.table.name, segments };
  const { state, isNew } = await claimFolder(folder, wanted, work.now);
  if (isNew) {
    await announce(work);
    await writeLogEntry(work.table, work.newChange(), { accountId: account.id });
  } else {
    note(`Resuming the export in ${tame(folder)} that began at ${tame(state.beganAt)}`);
  }
  saySoFar(tellSoFar(folder, 0));
  await writeState(folder, state);
  const metered = meterReads(work.table, { unitsPerSecond, signal: interruption() });
  const manifest = await readAll(metered, account, folder, state).catch(failWithGoOn);
  const readUnits = Math.ceil(state.readUnits + metered.units());
  note(`Read ${describeUnits(readUnits)}, ${describePrice(readUnits)}.`);
  return { ...tellExport(folder, manifest, { readUnits }), remark: keepDigest };
};

/** Milliseconds between saved positions: an interruption loses at most a second of reading. */
const pause = 500;

/** Saves how far an export is. */
interface Checkpoints {
  /** Notes how far a segment is, and saves it now and then. */
  readonly reach: (segment: number, position: Position) => Promise<void>;
  readonly save: () => Promise<void>;
}

/**
 * Saves positions in an order that loses and doubles nothing: it first flushes the files to disk up to the positions, then saves the state
 * that names them. A resumed export cuts off what the files hold beyond that.
 *
 * @param unitsOf read units used in this run so far
 */
export const newCheckpoints = (
  folder: string,
  state: ExportState,
  files: readonly SegmentFiles[],
  unitsOf: () => number,
): Checkpoints => {
  const positions = [...state.positions];
  let saved = performance.now();
  let saving: Promise<void> | undefined;
  const write = async (): Promise<void> => {
    const snapshot = { ...state, readUnits: state.readUnits + unitsOf(), positions: [...positions] };
    await Promise.all(files.map((file) => file.sync()));
    await writeState(folder, snapshot);
    saved = performance.now();
  };
  const save = (): Promise<void> => {
    const own = Promise.resolve(saving)
      .then(write)
      .finally(() => {
        if (saving === own) saving = undefined;
      });
    saving = own;
    return own;
  };
  return {
    save,
    reach: async (segment, position) => {
      positions[segment] = position;
      if (saving === undefined && performance.now() - saved >= pause) await save();
    },
  };
};

/** What to export, and what to call as it proceeds. */
export interface TableExport {
  readonly folder: string;
  readonly state: ExportState;
  /** Gets the number of consents newly written to the files. */
  readonly onConsents: (count: number) => void;
  /** Read units used in this run so far. */
  readonly unitsOf: () => number;
}

/** One of the segments: its starting position and its files. */
interface Part {
  readonly segment: number;
  readonly position: Position;
  readonly files: SegmentFiles;
}

const exportSegment = async (
  table: Table,
  { state, onConsents }: TableExport,
  { segment, position, files }: Part,
  { checkpoints, isOver }: { readonly checkpoints: Checkpoints; readonly isOver: () => boolean },
): Promise<void> => {
  const parts = { segment, segments: state.positions.length };
  for await (const page of scanConsents(table, state.account, parts, position.next ?? undefined)) {
    for await (const consents of page.consents) {
      await files.add(consents);
      onConsents(consents.length);
    }
    const { next } = page;
    const reached = { ...(await files.reach()), next: next === undefined ? null : next, isDone: next === undefined };
    await checkpoints.reach(segment, reached);
    if (isOver()) return;
  }
};

/** Writes the account's consents to the files of the segments, from the saved positions on; the first failure ends all segments. */
const exportTable = async (table: Table, work: TableExport): Promise<void> => {
  const { folder, state } = work;
  const files: SegmentFiles[] = [];
  let hasFailed = false;
  try {
    for (const [segment, position] of state.positions.entries()) {
      files.push(await openSegment(folder, segment, position));
    }
    const checkpoints = newCheckpoints(folder, state, files, work.unitsOf);
    const parts = state.positions.flatMap((position, segment) => {
      const own = files[segment];
      return position.isDone || own === undefined ? [] : [{ segment, position, files: own }];
    });
    const outcomes = await Promise.allSettled(
      parts.map((part) =>
        exportSegment(table, work, part, { checkpoints, isOver: () => hasFailed }).catch((error) => {
          hasFailed = true;
          throw error;
        }),
      ),
    );
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    interruption().throwIfAborted();
    await checkpoints.save().catch((error) => {
      if (failed === undefined) throw error;
    });
    if (failed !== undefined) throw failed.reason;
  } finally {
    for (const file of files) await file.close();
  }
};
