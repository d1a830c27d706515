import type { Statement } from '../../../shared/evidence/statement-schema.ts';
import { doubtfulStatements } from '../../evidence/sound-statements.ts';
import type { Vector } from './vector.ts';
import { logged, rehash, sealWith, tell, withLog, without } from './vector.ts';

const on = (day: string): Date => new Date(`${day}T12:00:00.000Z`);
const imported = { source: 'crm', line: 7, at: on('2026-04-02'), by: 'local:ada' };

/** What a consent may come through: each is valid with its log. */
const lives: Readonly<Record<string, { readonly statement: Statement; readonly reason: string }>> = {
  revoked: { statement: tell({ times: { revoked: on('2026-04-01') } }), reason: 'A consent that was revoked.' },
  expired: { statement: tell({ validityDays: 30 }), reason: 'A consent whose version holds for 30 days.' },
  superseded: { statement: tell({ askedAgain: on('2026-04-01') }), reason: 'A later version asks people again.' },
  erased: {
    statement: tell({ times: { revoked: on('2026-04-01'), erased: on('2026-05-01') } }),
    reason: 'A consent that was revoked and then erased. Only the erasure is proved.',
  },
  imported: {
    statement: tell({ imported }),
    reason: 'An imported consent. The time of the import counts for the log, not that of the consent.',
  },
  'imported-revoked': {
    statement: tell({ imported: { ...imported, withRevocation: true }, times: { revoked: on('2026-04-01') } }),
    reason: 'Imported with its revocation.',
  },
};

const makeLives = (): Promise<readonly Vector[]> =>
  Promise.all(
    Object.entries(lives).map(
      async ([name, { statement, reason }]): Promise<Vector> => ({
        file: `valid-${name}.json`,
        reason,
        verdict: 'valid',
        content: withLog((await logged(statement)).document, statement),
      }),
    ),
  );

/** What only a damaged table explains. None has a log. */
const makeDoubts = (): readonly Vector[] =>
  (['notice-text', 'notice-language', 'notice-terms', 'record-notice', 'id-time', 'observation'] as const).map(
    (check) => ({
      file: `doubt-${check}.json`,
      content: sealWith(doubtfulStatements[check]?.()),
      verdict: 'doubtful',
      checks: [check],
      reason: `The table of the register is damaged, and the register signs what it has: ${check}.`,
    }),
  );

const makeVersions = async (): Promise<readonly Vector[]> => {
  const asked = tell({ askedAgain: on('2026-04-01') });
  const renumber = <Version extends { readonly version: number }>(one: Version): Version => ({
    ...one,
    version: one.version === 2 ? 3 : one.version,
  });
  const { history, askedAgainBy } = asked.notice;
  const notice = {
    ...asked.notice,
    history: history.map(renumber),
    askedAgainBy: askedAgainBy && renumber(askedAgainBy),
  };
  const gap = await rehash({ ...asked, notice });
  const [only] = tell().notice.history;
  const earlier = {
    ...only,
    versionId: 'e'.repeat(32),
    publishedAt: '2025-01-01T00:00:00.000Z',
    currentUntil: only?.publishedAt ?? null,
  };
  const second = await rehash({
    ...tell(),
    notice: { ...tell().notice, version: 2, history: [earlier, { ...only, version: 2 }] },
  } as Statement);
  const ofSecond = (await logged(second)).document;
  const young = tell({ askedAgain: new Date('2026-05-31T23:30:00.000Z') });
  const { document } = await logged(young);
  const [first] = young.notice.history;
  return [
    {
      file: 'doubt-version-gap.json',
      content: withLog((await logged(gap)).document, gap),
      verdict: 'doubtful',
      checks: ['notice-versions'],
      reason: 'The history has versions 1 and 3, and not 2.',
    },
    {
      file: 'valid-version-before.json',
      content: withLog(
        {
          ...ofSecond,
          leaves: ofSecond.leaves.filter((leaf) => !('versionId' in leaf) || leaf.versionId !== earlier.versionId),
        },
        second,
      ),
      verdict: 'valid',
      reason: 'A version from before the one that was agreed to has no leaf. It cannot end the consent.',
    },
    {
      file: 'valid-version-young.json',
      content: withLog(
        {
          ...document,
          leaves: [
            ...without('notice.published', document).leaves,
            ...document.leaves.filter((leaf) => 'versionId' in leaf && leaf.versionId === first?.versionId),
          ],
        },
        young,
      ),
      verdict: 'valid',
      reason: 'The last version was published half an hour before the statement: the log need not have it yet.',
    },
  ];
};

const makeClocks = (): readonly Vector[] => [
  {
    file: 'valid-issued-five-minutes-later.json',
    content: sealWith(tell({}, '2026-12-01T00:05:00.000Z')),
    verdict: 'valid',
    reason: 'Issued five minutes after the clock of the reader. Clocks may differ by that.',
  },
  {
    file: 'doubt-issued-later.json',
    content: sealWith(tell({}, '2026-12-01T00:05:00.001Z')),
    verdict: 'doubtful',
    checks: ['issued-before-now'],
    reason: 'A millisecond more than five minutes.',
  },
];

/** Checkpoints of a document with times that cannot be. */
const makeTimes = async (): Promise<readonly Vector[]> => {
  const at = async (time: string): Promise<string> => withLog((await logged(tell(), { time })).document);
  return [
    {
      file: 'doubt-checkpoint-2099.json',
      content: await at('2099-01-01T00:00:00.000Z'),
      verdict: 'doubtful',
      checks: ['log-order'],
      reason: 'A checkpoint dated in the future of the reader proves no time.',
    },
    {
      file: 'doubt-checkpoint-too-early.json',
      content: await at('2026-01-01T00:00:00.000Z'),
      verdict: 'doubtful',
      checks: ['log-order'],
      reason: 'A checkpoint is earlier than the consent that it has.',
    },
  ];
};

export const makeLifeVectors = async (): Promise<readonly Vector[]> => [
  ...(await makeLives()),
  ...makeDoubts(),
  ...(await makeVersions()),
  ...makeClocks(),
  ...(await makeTimes()),
];
