import * as v from 'valibot';
import { DocumentLog } from '../../shared/evidence/log-schema.ts';
import type { NoteKey } from '../../shared/transparency/signed-note.ts';
import { parseNoteKey, writeNoteKey } from '../../shared/transparency/signed-note.ts';
import { findUnread } from '../members.ts';
import type { Check } from '../verification.ts';
import { fails } from '../verification.ts';

/** What a document says of the log, where it has the form of that, with the log's key. */
interface LogRead {
  readonly log: DocumentLog;
  readonly key: NoteKey;
}

const refuse = (says: string): Check => fails('log', 'log', says);

/** @returns the check that fails where it has not the form */
export const readDocumentLog = (value: unknown): LogRead | Check => {
  const result = v.safeParse(DocumentLog, value, { abortEarly: true });
  if (!result.success || findUnread(value, result.output).length > 0)
    return refuse('What the document says of the log has not the form that the format gives it.');
  if (new Set(result.output.leaves.map(({ event, size }) => `${event} ${size}`)).size < result.output.leaves.length)
    return refuse('The document has two leaves of one event for as many leaves.');
  const key = parseNoteKey(result.output.key);
  if (key === undefined || writeNoteKey(key) !== result.output.key)
    return refuse('The document names a key of the log that is none.');
  return { log: result.output, key };
};
