import * as v from 'valibot';
import type { LogLeaf } from '../../shared/evidence/log-schema.ts';
import { DocumentLog } from '../../shared/evidence/log-schema.ts';
import type { NoteKey } from '../../shared/log/signed-note.ts';
import { parseNoteKey, writeNoteKey } from '../../shared/log/signed-note.ts';
import { findUnread } from '../members.ts';
import type { Check } from '../verification.ts';
import { fails } from '../verification.ts';
import { nameOfLeaf } from './leaf-statements.ts';

/** The well-formed log of a document, with the log's key. */
interface LogRead {
  readonly log: DocumentLog;
  readonly key: NoteKey;
}

const refuse = (says: string): Check => fails('log', 'log', says);

/** What a checkpoint can say: twelve digits. */
const largestTree = 999_999_999_999;

/** Why the places of the leaves cannot be right. */
const findWrongPlace = (leaves: readonly LogLeaf[]): string | undefined => {
  const indexes = new Map<string, number>();
  for (const leaf of leaves) {
    const { index, size } = leaf;
    if (index < 0 || index >= size || size > largestTree)
      return `A leaf has the index ${index} in a tree of ${size} leaves. Such a leaf cannot be.`;
    const first = indexes.get(nameOfLeaf(leaf)) ?? index;
    if (first !== index) return `The document has two places in the log for the same event: ${first} and ${index}.`;
    indexes.set(nameOfLeaf(leaf), index);
  }
  return undefined;
};

/** @returns a failed check if the form is wrong */
export const readDocumentLog = (value: unknown): LogRead | Check => {
  const result = v.safeParse(DocumentLog, value, { abortEarly: true });
  if (!result.success || findUnread(value, result.output).length > 0)
    return refuse('The member "log" does not have the form that the format requires.');
  if (
    new Set(result.output.leaves.map((leaf) => `${nameOfLeaf(leaf)} ${leaf.size}`)).size < result.output.leaves.length
  )
    return refuse('The document has two leaves for the same event, or the same version, and the same tree size.');
  const wrong = findWrongPlace(result.output.leaves);
  if (wrong !== undefined) return refuse(wrong);
  const key = parseNoteKey(result.output.key);
  if (key === undefined || writeNoteKey(key) !== result.output.key)
    return refuse('The log key in the document is not a valid key.');
  return { log: result.output, key };
};
