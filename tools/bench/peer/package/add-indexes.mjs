/** Adds the indexes that the lookups of a person want and the peer's migrations do not make: node add-indexes.mjs <provider> <database> */
import { sql } from 'kysely';

const [, , name, location] = process.argv;
const { open } = await import(`./database-${name}.mjs`);
const db = open(location);
await db.schema.createIndex('bench_subject_external').on('subject').column('externalId').execute();
await db.schema.createIndex('bench_consent_subject').on('consent').column('subjectId').execute();
await sql`ANALYZE`.execute(db);
await db.destroy();
