import { AsyncLocalStorage } from 'node:async_hooks';

/** Runs work as nobody's: what the first caller of a file does must not pass for what made the tables. */
const asNobody = AsyncLocalStorage.snapshot();

interface Tables {
  /** Makes the tables unless they are there. */
  readonly make: () => Promise<unknown>;
  /** Names of all tables that the file made. They go when it ends: the engine reads all of its tables' definitions every second. */
  readonly made: Set<string>;
  /**
   * Whether the file's table has got a stream. The engine keeps it beside the name when the table goes, and counts its records
   * at each call of one that is made under that name: the next file needs another name.
   */
  hasStream: boolean;
}

/** Of the test file that runs, also where it has its modules loaded anew. */
const worker = globalThis as { tables?: Tables };

/** Begins a test file, whose tables are made when they are first needed. */
export const beginTables = (create: () => Promise<unknown>): Tables => {
  let making: Promise<unknown> | undefined;
  const tables: Tables = {
    make: () => {
      making ??= asNobody(create);
      return making;
    },
    made: new Set(),
    hasStream: false,
  };
  worker.tables = tables;
  return tables;
};

/** Those of the running test file; undefined in a program of its own. */
export const findTables = (): Tables | undefined => worker.tables;

/** Makes the tables of the running test file now, so that its making is not counted among the calls of what follows. */
export const makeTables = async (): Promise<void> => {
  await worker.tables?.make();
};

/** Notes tables that another process makes for the running test file. */
export const noteTables = (...names: readonly string[]): void => {
  for (const name of names) worker.tables?.made.add(name);
};
