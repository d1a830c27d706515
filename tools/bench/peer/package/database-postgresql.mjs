import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';

export const provider = 'postgresql';

/** A pool of connections, as the peer's documentation shows. */
export const open = (connectionString) =>
  new Kysely({ dialect: new PostgresDialect({ pool: new Pool({ connectionString }) }) });
