import { AsyncLocalStorage } from 'node:async_hooks';

/** Runs work as nobody's: what the first caller of a file does must not pass for what made the tables. */
const asNobody = AsyncLocalStorage.snapshot();

interface Tables {
  /** Makes the tables unless they are there. */
  readonly make: () => Promise<unknown>;
  readonly areMade: () => boolean;
}

/** Of the test file that runs, also where it has its modules loaded anew. */
const worker = globalThis as { tables?: Tables };

/** Begins a test file, whose tables are made when they are first needed. */
export const beginTables = (create: () => Promise<unknown>): Tables => {
  let made: Promise<unknown> | undefined;
  const tables: Tables = {
    make: () => {
      made ??= asNobody(create);
      return made;
    },
    areMade: () => made !== undefined,
  };
  worker.tables = tables;
  return tables;
};

/** Makes the tables of the running test file now, so that its making is not counted among the calls of what follows. */
export const makeTables = async (): Promise<void> => {
  await worker.tables?.make();
};
