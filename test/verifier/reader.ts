/** A reader who knows the key of a register, the documents of that register, and what the reader says of them. */

import type { Facts } from '../../shared/evidence/schema.ts';
import { toCanonicalJson } from '../../shared/runtime/canonical.ts';
import { sayCheck } from '../../verifier/check-sentences.ts';
import type { KeptCheckpoint } from '../../verifier/log/checkpoints.ts';
import { readKeptCheckpoint } from '../../verifier/log/checkpoints.ts';
import type { Check } from '../../verifier/verification.ts';
import type { Reader } from '../../verifier/verify.ts';
import { verifyDocument } from '../../verifier/verify.ts';
import { soundFacts } from '../evidence/sound-facts.ts';
import { documentKeyOf, publish, sealDocument } from '../support/make/statement.ts';

export const key = documentKeyOf('ours');
export const keys = publish([key]);
export const now = new Date('2026-06-02T00:00:00Z');

export const sound = (name = 'revoked'): Facts => {
  const make = soundFacts[name];
  if (make === undefined) throw new Error(`There are no facts ${name}.`);
  return make();
};

/** A document as the register signs it. @param log any member of that name */
export const seal = (told: Facts, log?: unknown): string => {
  const document = sealDocument(told, key);
  return log === undefined ? document : toCanonicalJson({ ...JSON.parse(document), log });
};

/** What a check says, as a command prints it. */
export const say = ({ saying }: Pick<Check, 'saying'>): string => sayCheck(saying);

/** The verification of a document, with the sentence of each check. */
export const verify = async (file: Uint8Array | string, reader: Partial<Reader> = {}) => {
  const verification = await verifyDocument(file, { keys, now, ...reader });
  return { ...verification, checks: verification.checks.map((check) => ({ ...check, says: say(check) })) };
};

/** A checkpoint as the reader kept it. */
export const keep = (note: string, source = 'kept.txt'): KeptCheckpoint => {
  const read = readKeptCheckpoint(note, source);
  if ('fault' in read) throw new Error(read.fault);
  return read.kept;
};
