/**
 * Runs beside the packages of package.json: node c15t.mjs migrate|seed|serve sqlite|postgresql <database>.
 * `seed` stores further consents as copies of the first one, which was made through the API, each with a person of its own: a JSON
 * array of { subjectId, externalId } on its input.
 */
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { c15tInstance } from '@c15t/backend';
import { kyselyAdapter } from '@c15t/backend/db/adapters/kysely';
import { migrator } from '@c15t/backend/db/migrator';
import { DB } from '@c15t/backend/db/schema';
import { serve } from '@hono/node-server';
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely';
import pg from 'pg';

const [, , task, provider, location] = process.argv;

/** What Kysely's dialect for better-sqlite3 needs, on the SQLite that Node brings along, with the settings usual for a server. */
const openSqlite = () => {
  const database = new DatabaseSync(location, { timeout: 5_000 });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  const prepare = (query) => {
    const statement = database.prepare(query);
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => statement.all(...parameters),
      run: (parameters) => statement.run(...parameters),
      iterate: (parameters) => statement.iterate(...parameters),
    };
  };
  return new SqliteDialect({ database: { close: () => database.close(), prepare } });
};

const db = new Kysely({
  dialect:
    provider === 'sqlite' ? openSqlite() : new PostgresDialect({ pool: new pg.Pool({ connectionString: location }) }),
});
const adapter = kyselyAdapter({ db, provider });

const seed = async () => {
  const persons = JSON.parse(await text(process.stdin));
  const subject = await db.selectFrom('subject').selectAll().executeTakeFirstOrThrow();
  const consent = await db.selectFrom('consent').selectAll().executeTakeFirstOrThrow();
  for (let i = 0; i < persons.length; i += 500) {
    const part = persons.slice(i, i + 500);
    await db.transaction().execute(async (transaction) => {
      const subjects = part.map(({ subjectId: id, externalId }) => ({ ...subject, id, externalId }));
      const consents = part.map(({ subjectId }) => ({ ...consent, subjectId, id: subjectId.replace('sub_', 'cns_') }));
      await transaction.insertInto('subject').values(subjects).execute();
      await transaction.insertInto('consent').values(consents).execute();
    });
  }
  await sql`ANALYZE`.execute(db);
};

const tasks = {
  migrate: async () => (await migrator({ db: DB.client(adapter), schema: 'latest' })).execute(),
  seed,
};

if (task === 'serve') {
  const { handler } = c15tInstance({
    appName: 'bench',
    adapter,
    trustedOrigins: ['https://shop.example'],
    apiKeys: [process.env.API_KEY],
  });
  serve({ fetch: handler, hostname: '127.0.0.1', port: Number(process.env.PORT) });
} else {
  await tasks[task]();
  await db.destroy();
}
