import type { Table } from '../../shared/store/client.ts';
import { createFreshTable } from '../../test/support/fresh-table.ts';
import { setup } from '../../test/support/global-setup.ts';
import { openPatiently } from '../../test/support/patient-table.ts';
import { silenceLog } from './report.ts';

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
