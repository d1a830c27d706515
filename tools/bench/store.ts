import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Table } from '../../shared/store/client.ts';
import { createFreshTable } from '../../test/support/fresh-table.ts';
import { setup } from '../../test/support/global-setup.ts';
import { openPatiently } from '../../test/support/patient-table.ts';
import { report, silenceLog, toTable } from './report.ts';

/** An engine with the stand-ins for AWS's other services, until the program ends. */
interface Store extends AsyncDisposable {
  /** Makes tables of that name, which functions loaded from now on use. What is opened is for arranging and looking. */
  readonly newTable: (name: string) => Promise<Table>;
}

/** Starts a store for a program, and silences the log of the functions that it runs: `await using store = await startStore()`. */
export const startStore = async (): Promise<Store> => {
  const stop = await setup();
  silenceLog();
  return {
    newTable: async (name) => openPatiently((await createFreshTable(name)).name),
    [Symbol.asyncDispose]: stop,
  };
};

/** How many consents a register has that is measured, its table, and a folder for files. */
interface Measured {
  readonly size: number;
  readonly table: Table;
  readonly folder: string;
}

/** Measures registers of several sizes, each in tables of its own, and reports a row of figures for each. */
export const reportSizes = async (
  name: string,
  sizes: readonly number[],
  header: readonly string[],
  measure: (register: Measured) => Promise<readonly number[]>,
): Promise<void> => {
  await using store = await startStore();
  using home = mkdtempDisposableSync(join(tmpdir(), `bench-${name}-`));
  const rows: (string | number)[][] = [];
  for (const size of sizes) {
    const table = await store.newTable(`${name}-${size}`);
    rows.push([size.toLocaleString('en'), ...(await measure({ size, table, folder: home.path }))]);
  }
  await report(name, toTable(['consents', ...header], rows));
};
