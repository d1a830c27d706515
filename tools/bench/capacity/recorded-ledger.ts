import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { OperationName } from '../../../shared/contract.ts';
import { contract } from '../../../shared/contract.ts';
import type { LedgerRow } from './ledger.ts';

/** The figure of the largest register. */
const lastFigure = (cell = ''): number => Number(cell.split(' / ').at(-1));

const operationAt = (path: string): OperationName => {
  const names = Object.keys(contract) as OperationName[];
  const operation = names.find((name) => contract[name].path === path);
  if (operation === undefined) throw new Error(`The ledger has ${path}, which is no operation.`);
  return operation;
};

/** The ledger as docs/ledger.csv has it, without bytes on the wire. */
export const readRecordedLedger = async (): Promise<LedgerRow[]> => {
  const text = await readFile(join(import.meta.dirname, '../../../docs/ledger.csv'), 'utf8');
  return parse(text)
    .slice(1)
    .map(
      ([path = '', name = '', calls, rounds, read, write, storedBytes, tableBytes]): LedgerRow => ({
        operation: operationAt(path),
        name,
        calls: lastFigure(calls),
        rounds: lastFigure(rounds),
        read: lastFigure(read),
        write: lastFigure(write),
        storedBytes: lastFigure(storedBytes),
        tableBytes: lastFigure(tableBytes),
        storeBytes: 0,
        answerBytes: 0,
        found: undefined,
      }),
    );
};
