import { toCanonicalJson } from '../../../shared/canonical.ts';
import { hashCanonical } from '../../../shared/canonical-hash.ts';
import { partNames } from '../../../shared/evidence/facts-format.ts';
import type { DocumentLog } from '../../../shared/evidence/log-schema.ts';
import type { Statement } from '../../../shared/evidence/statement.ts';
import { toStatement } from '../../../shared/evidence/statement.ts';
import { toIdentifier } from '../../../shared/identifier.ts';
import { writeNoteKey } from '../../../shared/log/signed-note.ts';
import { logStatement } from '../../support/make/made-log.ts';
import type { Said } from '../../support/make/statement.ts';
import { documentKeyOf, holdingsOf, sealDocument } from '../../support/make/statement.ts';

/** Texts of files by their names. */
export type Files = Readonly<Record<string, string>>;

export const key = documentKeyOf('consent-register vectors');
export const stranger = documentKeyOf('consent-register vectors, somebody else');

export const made = { name: 'example.org/consents', text: 'the log of the vectors' };

const idOf = (given: Date): string => toIdentifier(given, Buffer.alloc(16, 0xcc));

/** A statement of a register, of a consent that was given in March. */
export const tell = ({ times, ...said }: Said = {}, issued = '2026-06-01T00:00:00.000Z'): Statement => {
  const given = times?.given ?? new Date('2026-03-10T10:00:00.000Z');
  const holdings = holdingsOf({
    id: idOf(given),
    proof: { url: 'https://shop.example/' },
    times: { given, ...times },
    ...said,
  });
  return toStatement(holdings, new Date(issued));
};

/** With the hashes of its parts made anew, as who signs it can. */
export const rehash = async (changed: Statement): Promise<Statement> => {
  const hashes = await Promise.all(partNames.map(async (part) => [part, await hashCanonical(changed[part])]));
  return { ...changed, hashes: Object.fromEntries(hashes) };
};

export const sealWith = (statement: unknown, log?: unknown, by = key): string => {
  const sealed = sealDocument(statement, by);
  return log === undefined ? sealed : toCanonicalJson({ ...JSON.parse(sealed), log });
};

/** A statement in the log of the vectors, or in one that is made otherwise. */
export const logged = (statement: Statement, otherwise: Parameters<typeof logStatement>[1] = {}) =>
  logStatement(statement, { ...made, ...otherwise });

/** The plain consent, which most vectors change: with its log. */
export const plain = tell();
export const plainLog = await logged(plain);
export const plainSize = plainLog.entries.length;

export const withLog = (log: unknown, statement: Statement = plain): string => sealWith(statement, log);

export const without = (event: string, log: DocumentLog = plainLog.document): DocumentLog => ({
  ...log,
  leaves: log.leaves.filter((leaf) => leaf.event !== event),
});

type Checkpoint = DocumentLog['checkpoints'][number];

/** With the last checkpoint written otherwise. */
export const changeLast = (
  edit: (last: Checkpoint) => Partial<Checkpoint>,
  log: DocumentLog = plainLog.document,
): DocumentLog => ({
  ...log,
  checkpoints: log.checkpoints.map((one, i) => (i === log.checkpoints.length - 1 ? { ...one, ...edit(one) } : one)),
});

/** What is signed of a checkpoint. */
export const textOf = (note: string): string => note.slice(0, note.indexOf('\n\n') + 1);

export const published = { ...key.jwk, kid: key.kid, alg: 'ES256', use: 'sig', usedFrom: '2026-01-01T00:00:00.000Z' };

const toFile = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

export const keySet = (changes: object = {}, more: object = {}): string =>
  toFile({ keys: [{ ...published, ...changes }], logKeys: [writeNoteKey(plainLog.log.key)], ...more });
