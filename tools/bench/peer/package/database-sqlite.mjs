import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';

export const provider = 'sqlite';

/** What Kysely's dialect for better-sqlite3 needs, on the SQLite that Node brings along. */
const adapt = (database) => ({
  close: () => database.close(),
  prepare: (sql) => {
    const statement = database.prepare(sql);
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => statement.all(...parameters),
      run: (parameters) => statement.run(...parameters),
      iterate: (parameters) => statement.iterate(...parameters),
    };
  },
});

/** Opens the file with the settings usual for a server. */
export const open = (file) => {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  return new Kysely({ dialect: new SqliteDialect({ database: adapt(database) }) });
};
