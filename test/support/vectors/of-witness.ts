import { createHash } from 'node:crypto';
import type { DocumentLog } from '../../../shared/evidence/log-schema.ts';
import { preimageOf } from '../../../verifier/log/proofs.ts';
import { makeLog, otherEntry } from '../made-log.ts';
import type { Given, Vector } from './vector.ts';
import { logged, made, plain, plainLog, plainSize, sealWith, tell, withLog, without } from './vector.ts';

const april = '2026-04-01T00:00:00.000Z';
const grownSize = plainSize + 20;
const more = Array.from({ length: 20 }, (_, i) => otherEntry(500 + i));
const grown = makeLog([...plainLog.entries, ...more], made);
const rewritten = makeLog(
  plainLog.entries.map((entry, i) => (i === 0 ? otherEntry(99) : entry)),
  made,
);

/** A consent that was put into the table in May, with a time in March. */
const backdated = await logged(plain, {
  logged: (leaf, happened) =>
    leaf.event === 'consent.recorded' ? Date.parse('2026-05-20T00:00:00Z') : happened + 900_000,
});

const mail = (note: string): string =>
  `${JSON.stringify({ source: 'consent-register', detail: { type: 'checkpoint.daily', note } })}\r\n\r\n--\r\nIf you wish to stop receiving notifications, visit:\r\nhttps://sns.example\r\n`;

/** The log that the reader saw in April: it does not have the consent. */
const refuting = makeLog(
  Array.from({ length: grownSize }, (_, i) => otherEntry(900 + i)),
  made,
);

const takenIn = '2026-05-20T00:00:00.000Z';
const isRecorded = ({ event }: { readonly event: string }): boolean => event === 'consent.recorded';

/** A consent that `log take-in` brought in May. */
const takenInMay = await logged(plain, {
  logged: (leaf, happened) => (isRecorded(leaf) ? Date.parse(takenIn) : happened + 900_000),
  takenIn: (leaf) => (isRecorded(leaf) ? takenIn : undefined),
});

type Leaf = DocumentLog['leaves'][number];

/** The leaf of the consent written otherwise, in a second tree of the log: its larger checkpoint, and leaves that lead to it. */
const writeAnew = async (edit: (leaf: Leaf) => Leaf, past = plainLog.entries) => {
  const leaves = plainLog.document.leaves.map((leaf) => (isRecorded(leaf) ? edit(leaf) : leaf));
  const entries = [...past];
  for (const leaf of leaves)
    entries[leaf.index] = createHash('sha256')
      .update((await preimageOf(leaf, plain)) ?? '')
      .digest();
  const second = makeLog([...entries, ...more], made);
  return {
    note: second.note(grownSize, april),
    before: second.note(plainSize - 1, '2026-03-05T00:00:00.000Z'),
    leaves: leaves.map((leaf) => ({ ...leaf, path: second.path(leaf.index, grownSize), size: grownSize })),
  };
};

/** Second trees of the log that has the consent in another one already, by what differs between the two. */
const histories = {
  past: await writeAnew((leaf) => leaf, [otherEntry(99), ...plainLog.entries.slice(1)]),
  salt: await writeAnew((leaf) => ({ ...leaf, salt: '' })),
  'taken-in': await writeAnew((leaf) => ({ ...leaf, takenIn: '2026-03-31T23:30:00.000Z' })),
};

/** Checkpoints that readers kept, by the names of files. */
export const keptFiles: Readonly<Record<string, string>> = {
  'checkpoint.txt': plainLog.log.note(plainSize, '2026-03-10T10:15:00.000Z'),
  'checkpoint-mail.txt': mail(plainLog.log.note(plainSize, '2026-03-10T10:15:00.000Z')),
  'checkpoint-larger.txt': grown.note(grownSize, april),
  'checkpoint-before.txt': plainLog.log.note(4, '2026-03-01T00:15:00.000Z'),
  'checkpoint-april.txt': plainLog.log.note(4, april),
  'checkpoint-other-name.txt': makeLog(plainLog.entries, { ...made, name: 'example.org/other' }).note(plainSize),
  'checkpoint-other-key.txt': makeLog(plainLog.entries, { ...made, text: 'started again' }).note(plainSize),
  'checkpoint-rewritten.txt': rewritten.note(plainSize),
  'checkpoint-refuting.txt': refuting.note(grownSize, april),
  'checkpoint-other-past.txt': histories.past.note,
  'checkpoint-other-salt.txt': histories.salt.note,
  'checkpoint-other-taken-in.txt': histories['taken-in'].note,
  'checkpoint-other-before.txt': histories.past.before,
  'checkpoint-taken-in-later.txt': takenInMay.log.note(plainSize, april),
  'checkpoint-size-zero.txt': plainLog.log.note(0),
  'checkpoint-plain-only.txt': `${plainLog.log.note(plainSize).split('\n').slice(0, 5).join('\n')}\n`,
  'checkpoint-detail.txt': JSON.stringify({ detail: {}, note: plainLog.log.note(plainSize) }),
  'checkpoint-2099.txt': plainLog.log.note(plainSize, '2099-01-01T00:00:00.000Z'),
};

const kept = (...checkpoints: readonly string[]): Partial<Given> => ({
  checkpoints: checkpoints.map((name) => `checkpoint${name === '' ? '' : `-${name}`}.txt`),
});

const own = withLog(plainLog.document);
const toGrown = withLog({
  ...plainLog.document,
  leaves: [
    ...plainLog.document.leaves,
    ...plainLog.document.leaves.map((leaf) => ({ ...leaf, path: grown.path(leaf.index, grownSize), size: grownSize })),
  ],
});

const doubtful = (
  file: string,
  content: string,
  given: Partial<Given>,
  checks: NonNullable<Vector['checks']>,
  reason: string,
): Vector => ({
  file,
  content,
  given,
  checks,
  reason,
  verdict: 'doubtful',
});

const valid = (file: string, content: string, given: Partial<Given>, reason: string): Vector => ({
  file,
  content,
  given,
  reason,
  verdict: 'valid',
});

const ofKept: readonly Vector[] = [
  valid('valid-kept.json', own, kept(''), 'The reader kept the checkpoint that has the consent.'),
  valid('valid-kept-mail.json', own, kept('mail'), 'The same from the text of an email of the register.'),
  valid(
    'valid-kept-larger.json',
    toGrown,
    kept('larger'),
    'The reader kept a later checkpoint, and the document has paths to its size.',
  ),
  valid(
    'valid-kept-two.json',
    own,
    kept('before', ''),
    'One kept checkpoint is from before the consent, the other has it.',
  ),
  doubtful(
    'doubt-kept-before.json',
    own,
    kept('before'),
    ['log-kept'],
    'The kept checkpoint is from before the consent, and proves nothing of it.',
  ),
  doubtful(
    'doubt-kept-without-path.json',
    own,
    kept('larger'),
    ['log-kept'],
    'The document has no path to the kept checkpoint.',
  ),
  doubtful(
    'doubt-kept-two-without-path.json',
    own,
    kept('', 'refuting'),
    ['log-kept'],
    'One kept checkpoint has the consent. The document has no path to the other, which is of a log without it.',
  ),
  doubtful(
    'doubt-kept-other-name.json',
    own,
    kept('other-name'),
    ['log-kept'],
    'The kept checkpoint is of a log of another name.',
  ),
  doubtful(
    'doubt-kept-2099.json',
    own,
    kept('2099'),
    ['log-order'],
    'The kept checkpoint is dated in the future of the reader. It proves no time.',
  ),
  {
    file: 'kept-other-key.json',
    content: own,
    given: kept('other-key'),
    verdict: 'refused',
    checks: ['log-kept'],
    reason: 'The kept checkpoint is of the same name and another key: the log was started again.',
  },
  {
    file: 'kept-rewritten.json',
    content: own,
    given: kept('rewritten'),
    verdict: 'refused',
    checks: ['log-kept'],
    reason: 'The log signed another tree of the same size: it was rewritten.',
  },
  {
    file: 'kept-two-of-one-size.json',
    content: own,
    given: kept('', 'larger', 'refuting'),
    verdict: 'refused',
    checks: ['log-kept'],
    reason: 'The log signed two trees of the same size, and the reader kept both. The document leads to neither.',
  },
];

/** Kept files that are no checkpoints. */
const ofUnread: readonly Vector[] = (
  [
    ['size-zero', 'The kept checkpoint is of the tree without leaves, which no log signs.'],
    ['plain-only', 'The second signature line of the log is missing from the kept checkpoint.'],
    ['detail', 'The kept file has an object `detail` without a note. A note beside it is not looked at.'],
  ] as const
).map(([name, reason]) => ({
  file: `no-verdict-kept-${name}.json`,
  content: own,
  given: kept(name),
  verdict: null,
  reason: `${reason} There is no verdict.`,
}));

const ofStripped: readonly Vector[] = [
  valid('valid-without-log.json', sealWith(plain), {}, 'Without a log, for a reader who gives no witness.'),
  doubtful(
    'doubt-stripped-kept.json',
    sealWith(plain),
    kept(''),
    ['log-witness'],
    'The log was removed, and the reader kept a checkpoint.',
  ),
  doubtful(
    'doubt-stripped-authority.json',
    sealWith(plain),
    { authorities: ['authority.pem'] },
    ['log-witness'],
    'The log was removed, and the reader trusts an authority.',
  ),
  doubtful(
    'doubt-stripped-policy.json',
    sealWith(plain),
    { policy: 'policy.txt' },
    ['log-policy'],
    'The log was removed, and the reader has a policy.',
  ),
  doubtful(
    'doubt-leaf-dropped.json',
    withLog(without('consent.recorded')),
    {},
    ['log-missing'],
    'The leaf of the consent was removed. The document was issued more than an hour after the consent.',
  ),
  doubtful(
    'doubt-leaf-dropped-kept.json',
    withLog(without('consent.recorded')),
    kept('larger'),
    ['log-missing', 'log-kept'],
    'The same for a reader who kept a later checkpoint.',
  ),
  doubtful(
    'doubt-version-dropped.json',
    withLog(without('notice.published')),
    {},
    ['log-missing'],
    'The leaf of the version was removed.',
  ),
  doubtful(
    'doubt-no-checkpoint.json',
    withLog({ ...plainLog.document, checkpoints: [] }),
    {},
    ['log-missing'],
    'Leaves of which no checkpoint is there prove nothing.',
  ),
];

/** Each event must be in the log an hour after it, and within an hour of the statement it need not. */
const ofAge = async (): Promise<readonly Vector[]> => {
  const issued = (time: string) => {
    const told = tell({}, time);
    return sealWith(told, without('consent.recorded'));
  };
  const after = async (milliseconds: number): Promise<string> => {
    const { document } = await logged(plain, {
      logged: (leaf, happened) => happened + (leaf.event === 'consent.recorded' ? milliseconds : 900_000),
    });
    return withLog(document);
  };
  return [
    valid(
      'valid-young.json',
      issued('2026-03-10T11:00:00.000Z'),
      {},
      'The document was issued an hour after the consent: the log need not have it yet.',
    ),
    doubtful(
      'doubt-not-young.json',
      issued('2026-03-10T11:00:00.001Z'),
      {},
      ['log-missing'],
      'A millisecond more than an hour.',
    ),
    valid(
      'valid-logged-within-an-hour.json',
      await after(3_600_000),
      {},
      'The first checkpoint with the consent is an hour later than it.',
    ),
    doubtful('doubt-logged-late.json', await after(3_601_000), {}, ['log-late'], 'A second more than an hour.'),
    doubtful(
      'doubt-backdated.json',
      withLog(backdated.document),
      {},
      ['log-late'],
      'A consent with a time in March came into the log in May.',
    ),
    doubtful(
      'doubt-backdated-kept.json',
      withLog(backdated.document),
      kept('april'),
      ['log-kept', 'log-late'],
      'The same, and the reader kept a checkpoint of April, which does not have it.',
    ),
  ];
};

/** The limits of versions and of erasures are others than an hour. */
const ofLimits = async (): Promise<readonly Vector[]> => {
  const versionAt = async (time: string): Promise<string> => {
    const { document } = await logged(plain, {
      logged: (leaf, happened) => (leaf.event === 'notice.published' ? Date.parse(time) : happened + 900_000),
    });
    return withLog(document);
  };
  const erased = (issued?: string) => tell({ times: { erased: new Date('2026-05-01T12:00:00.000Z') } }, issued);
  const erasedAfter = async (milliseconds: number): Promise<string> => {
    const { document } = await logged(erased(), {
      logged: (leaf, happened) => happened + (leaf.event === 'consent.erased' ? milliseconds : 900_000),
    });
    return withLog(document, erased());
  };
  const erasedLacking = async (issued: string): Promise<string> =>
    withLog(without('consent.erased', (await logged(erased(issued))).document), erased(issued));
  return [
    valid(
      'valid-version-logged-before-given.json',
      await versionAt('2026-03-10T10:00:00.000Z'),
      {},
      'The log was switched on days after the version was published, and had it when the consent was given.',
    ),
    doubtful(
      'doubt-version-logged-after-given.json',
      await versionAt('2026-03-10T10:00:01.000Z'),
      {},
      ['log-late'],
      'A second later: what the version was when the consent was given is not proved.',
    ),
    valid(
      'valid-erased-logged-within-24-hours.json',
      await erasedAfter(86_400_000),
      {},
      'Erasures keep the time at which their run began. The log has them 24 hours later at the latest.',
    ),
    doubtful(
      'doubt-erased-logged-late.json',
      await erasedAfter(86_401_000),
      {},
      ['log-late'],
      'A second more than 24 hours.',
    ),
    valid(
      'valid-erased-young.json',
      await erasedLacking('2026-05-02T12:00:00.000Z'),
      {},
      'Issued 24 hours after the erasure: the log need not have it yet.',
    ),
    doubtful(
      'doubt-erased-not-young.json',
      await erasedLacking('2026-05-02T12:00:00.001Z'),
      {},
      ['log-missing'],
      'A millisecond more than 24 hours.',
    ),
  ];
};

const reasons = {
  past: 'other leaves stand before it',
  salt: 'its leaf has another salt',
  'taken-in': 'its leaf has another `takenIn`',
};

const ofHistory: readonly Vector[] = (['past', 'salt', 'taken-in'] as const).flatMap((what): readonly Vector[] => {
  const { note, leaves } = histories[what];
  const { checkpoints, leaves: own, ...rest } = plainLog.document;
  const both = { ...rest, checkpoints, leaves: [...own, ...leaves] };
  return [
    {
      file: `two-histories-${what}.json`,
      content: withLog({ ...both, checkpoints: [...checkpoints, { note, stamps: [] }] }),
      verdict: 'refused',
      checks: ['log'],
      reason: `Two checkpoints of the document have the consent, and in the larger one ${reasons[what]}. A log that only grows cannot have both.`,
    },
    {
      file: `kept-other-${what}.json`,
      content: withLog(both),
      given: kept(`other-${what}`),
      verdict: 'refused',
      checks: ['log-kept'],
      reason: `The kept checkpoint has the consent too, but there ${reasons[what]}: the log has two histories.`,
    },
  ];
});

/** The path of the consent names everything that a tree of one leaf less consists of. */
const ofTreeBefore: Vector = {
  file: 'kept-other-before.json',
  content: own,
  given: kept('other-before'),
  verdict: 'refused',
  checks: ['log-kept'],
  reason:
    'The kept checkpoint is from before the consent, and the document has no path to it. But what stands before the consent by its path has another root.',
};

const ofTakenIn = async (): Promise<readonly Vector[]> => {
  const { document } = takenInMay;
  const { document: forged } = await logged(plain, {
    logged: (leaf, happened) => (isRecorded(leaf) ? Date.parse(takenIn) + 3_601_000 : happened + 900_000),
    takenIn: (leaf) => (isRecorded(leaf) ? takenIn : undefined),
  });
  const removed = { ...document, leaves: document.leaves.map(({ takenIn: _, ...leaf }) => leaf) };
  return [
    doubtful(
      'doubt-taken-in.json',
      withLog(document),
      {},
      ['log-late'],
      '`log take-in` brought the consent into the log on 20 May. The leaf commits to that.',
    ),
    doubtful(
      'doubt-taken-in-long-before.json',
      withLog(forged),
      {},
      ['log-late', 'log-order'],
      'The leaf says that the log took the consent in more than an hour before the first checkpoint that has it.',
    ),
    doubtful(
      'doubt-taken-in-later.json',
      withLog(document),
      kept('taken-in-later'),
      ['log-late', 'log-order'],
      'The reader kept a checkpoint of April that has the consent. The leaf says that the log took it in on 20 May.',
    ),
    {
      file: 'taken-in-removed.json',
      content: withLog(removed),
      verdict: 'refused',
      checks: ['log'],
      reason: '`takenIn` was removed from the leaf.',
    },
  ];
};

export const makeWitnessVectors = async (): Promise<readonly Vector[]> => [
  ...ofKept,
  ...ofHistory,
  ofTreeBefore,
  ...ofUnread,
  ...ofStripped,
  ...(await ofAge()),
  ...(await ofLimits()),
  ...(await ofTakenIn()),
];
