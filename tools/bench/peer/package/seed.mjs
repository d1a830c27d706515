/**
 * Stores further consents as copies of the first one, which was made through the API, each with a person of its own:
 * node seed.mjs <provider> <database>, with a JSON array of { subjectId, externalId } on its input.
 */
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';

const perInsert = 500;
const [, , name, location] = process.argv;
const { open } = await import(`./database-${name}.mjs`);
const db = open(location);
const persons = JSON.parse(await text(process.stdin));
const subject = await db.selectFrom('subject').selectAll().executeTakeFirstOrThrow();
const consent = await db.selectFrom('consent').selectAll().executeTakeFirstOrThrow();

const toSubject = ({ subjectId: id, externalId }) => ({ ...subject, id, externalId });
const toConsent = ({ subjectId }) => ({ ...consent, subjectId, id: subjectId.replace('sub_', 'cns_') });

for (let i = 0; i < persons.length; i += perInsert) {
  const part = persons.slice(i, i + perInsert);
  await db.transaction().execute(async (transaction) => {
    await transaction.insertInto('subject').values(part.map(toSubject)).execute();
    await transaction.insertInto('consent').values(part.map(toConsent)).execute();
  });
}
await sql`ANALYZE`.execute(db);
await db.destroy();
