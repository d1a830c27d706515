import { createHash } from 'node:crypto';
import type { DocumentLog } from '../../../shared/evidence/log-schema.ts';
import { encodeStampRequest, readStampResponse } from '../../../shared/log/anchors/anchor-pending.ts';
import { stampedPart } from '../../../shared/log/checkpoint.ts';
import { toBase64, writeNoteKey, writeSignatures } from '../../../shared/log/signed-note.ts';
import { openMadeKey } from '../made-log.ts';
import { answerStamp, readAuthority } from '../stored-authority.ts';
import type { Vector } from './vector.ts';
import { changeNote, logged, plainLog, sealWith, tell, withLog } from './vector.ts';

const authority = readAuthority();
const nonce = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9]);
const witness = openMadeKey('witness.example/w1', 'a witness of the vectors');

const textOf = (note: string): string => note.slice(0, note.indexOf('\n\n') + 1);

/** With a line of the witness, over another text if one is given. */
const cosign = (note: string, text = textOf(note)): string => {
  const [, line = ''] = writeSignatures(text, new Date('2026-03-10T10:15:03Z'), witness).split('\n');
  return `${note}${line}\n`;
};

/** A checkpoint that has nothing of the consent, with a line that the witness made for another text. */
const forged = cosign(plainLog.log.note(2, '2026-03-01T00:10:00.000Z'), 'another text\n');

/** What readers trust for the times of the log, by the names of files. */
export const trustFiles: Readonly<Record<string, string>> = {
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
const stampLast = (log: DocumentLog, note = log.checkpoints.at(-1)?.note ?? ''): DocumentLog => ({
  ...log,
  checkpoints: log.checkpoints.map((one, i) =>
    i === log.checkpoints.length - 1 ? { ...one, stamps: [stampOf(note)] } : one,
  ),
});

const givenAt = async (time: string) => {
  const statement = tell({ times: { given: new Date(time) } }, '2026-11-25T00:00:00.000Z');
  return { statement, log: (await logged(statement, { logged: (_leaf, happened) => happened + 300_000 })).document };
};

const cosigned = changeNote((note) => cosign(note));

const ofPolicy: readonly Vector[] = [
  {
    file: 'valid-policy.json',
    content: withLog(plainLog.document),
    given: { policy: 'policy.txt' },
    verdict: 'valid',
    reason: 'The policy names the log, and asks for no witness.',
  },
  {
    file: 'valid-policy-witness.json',
    content: withLog(cosigned),
    given: { policy: 'policy-witness.txt' },
    verdict: 'valid',
    reason: 'The witness of the policy cosigned the checkpoint that has the consent.',
  },
  {
    file: 'doubt-policy-witness.json',
    content: withLog(plainLog.document),
    given: { policy: 'policy-witness.txt' },
    verdict: 'doubtful',
    checks: ['log-policy'],
    reason: 'The witness of the policy cosigned no checkpoint that has the consent.',
  },
  {
    file: 'policy-forged.json',
    content: withLog({
      ...cosigned,
      checkpoints: [{ note: forged, stamps: [] }, ...cosigned.checkpoints],
    }),
    given: { policy: 'policy-witness.txt' },
    verdict: 'refused',
    checks: ['log-policy'],
    reason: 'A cosignature of the witness does not hold, on a checkpoint of the document that has nothing of it.',
  },
  {
    file: 'policy-forged-kept.json',
    content: withLog(cosigned),
    given: { policy: 'policy-witness.txt', checkpoints: ['checkpoint.txt', 'checkpoint-forged.txt'] },
    verdict: 'refused',
    checks: ['log-policy'],
    reason: 'The same on a kept checkpoint.',
  },
];

export const makeAuthorityVectors = async (): Promise<readonly Vector[]> => {
  const [soon, late] = [await givenAt('2026-11-24T20:10:00.000Z'), await givenAt('2026-11-24T19:00:00.000Z')];
  const before = await givenAt('2026-11-24T20:21:00.000Z');
  const after = await logged(soon.statement, { logged: (_leaf, happened) => happened + 900_000 });
  const stamped = sealWith(soon.statement, stampLast(soon.log));
  const trusted = { authorities: ['authority.pem'] };
  return [
    {
      file: 'valid-stamp.json',
      content: stamped,
      given: trusted,
      verdict: 'valid',
      reason: 'An authority that the reader trusts stamped the checkpoint that has the consent.',
    },
    {
      file: 'valid-stamp-without-authority.json',
      content: stamped,
      verdict: 'valid',
      reason: 'The same for a reader who trusts no authority: `log-stamp` is null, and that is no doubt.',
    },
    {
      file: 'doubt-stamp-of-another.json',
      content: stamped,
      given: { authorities: ['authority-other.pem'] },
      verdict: 'doubtful',
      checks: ['log-witness'],
      reason: 'The reader trusts another authority.',
    },
    {
      file: 'no-verdict-authority.json',
      content: stamped,
      given: { authorities: ['authority-damaged.pem'] },
      verdict: null,
      reason:
        'A second certificate in the file of the authority cannot be read: there is no verdict, though the first one is sound.',
    },
    {
      file: 'doubt-no-stamp.json',
      content: sealWith(soon.statement, soon.log),
      given: trusted,
      verdict: 'doubtful',
      checks: ['log-witness'],
      reason: 'No checkpoint with the consent has a stamp.',
    },
    {
      file: 'doubt-stamp-late.json',
      content: sealWith(late.statement, stampLast(late.log)),
      given: trusted,
      verdict: 'doubtful',
      checks: ['log-late'],
      reason: 'The checkpoint says a time soon after the consent, but its stamp is more than an hour later.',
    },
    {
      file: 'doubt-stamp-before-event.json',
      content: sealWith(before.statement, stampLast(before.log)),
      given: trusted,
      verdict: 'doubtful',
      checks: ['log-order'],
      reason: 'The stamp is more than five minutes earlier than the consent that its checkpoint has.',
    },
    {
      file: 'doubt-stamp-before-checkpoint.json',
      content: sealWith(soon.statement, stampLast(after.document)),
      given: trusted,
      verdict: 'doubtful',
      checks: ['log-order'],
      reason: 'The stamp is more than five minutes earlier than the time of its checkpoint.',
    },
    {
      file: 'stamp-of-another-checkpoint.json',
      content: sealWith(soon.statement, stampLast(soon.log, 'another note')),
      given: trusted,
      verdict: 'refused',
      checks: ['log-stamp'],
      reason: 'The stamp is over other bytes.',
    },
    ...ofPolicy,
  ];
};
