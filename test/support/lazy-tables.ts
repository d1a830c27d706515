import { AsyncLocalStorage } from 'node:async_hooks';

/** Runs work as nobody's: what the first caller of a file does must not pass for what made the tables. */
const asNobody = AsyncLocalStorage.snapshot();

interface Tables {
  /** Makes the tables unless they are there. */
  readonly make: () => Promise<unknown>;
  readonly areMade: () => boolean;
}

let tables: Tables | undefined;

/** Begins a test file, whose tables are made when they are first needed. */
export const beginTables = (create: () => Promise<unknown>): Tables => {
  let made: Promise<unknown> | undefined;
  tables = {
    make: () => {
      made ??= asNobody(create);
      return made;
    },
    areMade: () => made !== undefined,
  };
  return tables;
};

/** Makes the tables of the running test file now, so that its making is not counted among the calls of what follows. */
export const makeTables = async (): Promise<void> => {
  await tables?.make();
};
