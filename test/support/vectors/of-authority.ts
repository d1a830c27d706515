import { createHash } from 'node:crypto';
import type { DocumentLog } from '../../../shared/evidence/log-schema.ts';
import { encodeStampRequest, readStampResponse } from '../../../shared/log/anchors/anchor-pending.ts';
import { stampedPart } from '../../../shared/log/checkpoint.ts';
import { toBase64, writeNoteKey, writeSignatures } from '../../../shared/log/signed-note.ts';
import { openMadeKey } from '../made-log.ts';
import { answerStamp, readAuthority } from '../stored-authority.ts';
import type { Files } from './vector.ts';
import { changeLast, logged, plainLog, sealWith, tell, textOf, withLog } from './vector.ts';

const authority = readAuthority();
const nonce = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9]);
const witness = openMadeKey('witness.example/w1', 'a witness of the vectors');

/** With a line of the witness, over another text if one is given. */
const cosign = (note: string, text = textOf(note)): string => {
  const [, line = ''] = writeSignatures(text, new Date('2026-03-10T10:15:03Z'), witness).split('\n');
  return `${note}${line}\n`;
};

/** A checkpoint that has nothing of the consent, with a line that the witness made for another text. */
const forged = cosign(plainLog.log.note(2, '2026-03-01T00:10:00.000Z'), 'another text\n');

/** What readers trust for the times of the log, by the names of files. */
export const trustFiles: Files = {
  'authority.pem': authority.root,
  'authority-other.pem': authority.otherRoot,
  'authority-damaged.pem': `${authority.root}${authority.otherRoot.replace('MII', 'MIJ')}`,
  'checkpoint-forged.txt': forged,
  'policy.txt': `log ${writeNoteKey(plainLog.log.key)}\nquorum none\n`,
  'policy-witness.txt': `log ${writeNoteKey(plainLog.log.key)}\nwitness w1 ${writeNoteKey(witness.key, 'cosignature')}\nquorum w1\n`,
};

const stampOf = (note: string): string => {
  const imprint = createHash('sha256').update(stampedPart(note)).digest();
  const response = readStampResponse(answerStamp(authority, encodeStampRequest({ imprint, nonce })));
  if ('refusal' in response) throw new Error(response.refusal);
  return toBase64(response.token);
};

/** With a stamp of the last checkpoint, which is of 24 November 2026, 20:15:52. */
const stampLast = (log: DocumentLog, note?: string): DocumentLog =>
  changeLast((last) => ({ stamps: [stampOf(note ?? last.note)] }), log);

const givenAt = async (time: string) => {
  const statement = tell({ times: { given: new Date(time) } }, '2026-11-25T00:00:00.000Z');
  return { statement, log: (await logged(statement, { logged: (_leaf, happened) => happened + 300_000 })).document };
};

const own = withLog(plainLog.document);
const cosigned = changeLast(({ note }) => ({ note: cosign(note) }));

const policyVectors: Files = {
  'valid-policy.json': own,
  'valid-policy-witness.json': withLog(cosigned),
  'doubt-policy-witness.json': own,
  'policy-forged.json': withLog({
    ...cosigned,
    checkpoints: [{ note: forged, stamps: [] }, ...cosigned.checkpoints],
  }),
  'policy-forged-kept.json': withLog(cosigned),
};

export const authorityVectors = async (): Promise<Files> => {
  const [soon, late] = [await givenAt('2026-11-24T20:10:00.000Z'), await givenAt('2026-11-24T19:00:00.000Z')];
  const before = await givenAt('2026-11-24T20:21:00.000Z');
  const after = await logged(soon.statement, { logged: (_leaf, happened) => happened + 900_000 });
  const stamped = sealWith(soon.statement, stampLast(soon.log));
  return {
    'valid-stamp.json': stamped,
    'valid-stamp-without-authority.json': stamped,
    'doubt-stamp-of-another.json': stamped,
    'no-verdict-authority.json': stamped,
    'doubt-no-stamp.json': sealWith(soon.statement, soon.log),
    'doubt-stamp-late.json': sealWith(late.statement, stampLast(late.log)),
    'doubt-stamp-before-event.json': sealWith(before.statement, stampLast(before.log)),
    'doubt-stamp-before-checkpoint.json': sealWith(soon.statement, stampLast(after.document)),
    'stamp-of-another-checkpoint.json': sealWith(soon.statement, stampLast(soon.log, 'another note')),
    ...policyVectors,
  };
};
