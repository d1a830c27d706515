/** Makes the peer's tables with its own migrations: node migrate.mjs <provider> <database> */
import { kyselyAdapter } from '@c15t/backend/db/adapters/kysely';
import { migrator } from '@c15t/backend/db/migrator';
import { DB } from '@c15t/backend/db/schema';

const [, , name, location] = process.argv;
const { open, provider } = await import(`./database-${name}.mjs`);
const db = open(location);
const migration = await migrator({ db: DB.client(kyselyAdapter({ db, provider })), schema: 'latest' });
await migration.execute();
await db.destroy();
