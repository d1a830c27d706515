import { tellLeaf } from '../../../shared/evidence/leaf-statements.ts';
import type { DocumentLog } from '../../../shared/evidence/log-schema.ts';
import { entryOf } from '../../../shared/evidence/placed-leaf.ts';
import { makeLog, otherEntry } from '../../support/make/made-log.ts';
import type { Files } from './vector.ts';
import { logged, made, plain, plainLog, plainSize, sealWith, tell, withLog, without } from './vector.ts';

const april = '2026-04-01T00:00:00.000Z';
const grownSize = plainSize + 20;
const more = Array.from({ length: 20 }, (_, i) => otherEntry(500 + i));
const grown = makeLog([...plainLog.entries, ...more], made);
const rewritten = makeLog(
  plainLog.entries.map((entry, i) => (i === 0 ? otherEntry(99) : entry)),
  made,
);

const mail = (note: string): string =>
  `${JSON.stringify({ source: 'consent-register', detail: { type: 'checkpoint.daily', note } })}\r\n\r\n--\r\nIf you wish to stop receiving notifications, visit:\r\nhttps://sns.example\r\n`;

/** The log that the reader saw in April: it does not have the consent. */
const refuting = makeLog(
  Array.from({ length: grownSize }, (_, i) => otherEntry(900 + i)),
  made,
);

const isRecorded = ({ event }: { readonly event: string }): boolean => event === 'consent.recorded';

type Leaf = DocumentLog['leaves'][number];

/** The leaf of the consent written otherwise, in a second tree of the log: its larger checkpoint, and leaves that lead to it. */
const writeAnew = async (edit: (leaf: Leaf) => Leaf, past = plainLog.entries) => {
  const leaves = plainLog.document.leaves.map((leaf) => (isRecorded(leaf) ? edit(leaf) : leaf));
  const entries = [...past];
  for (const leaf of leaves) {
    const told = await tellLeaf(leaf, plain);
    if (told !== undefined) entries[leaf.index] = Buffer.from(entryOf(Buffer.from(leaf.salt, 'base64'), told));
  }
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
};

/** Checkpoints that readers kept, by the names of files. */
export const keptFiles: Files = {
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
  'checkpoint-other-before.txt': histories.past.before,
  'checkpoint-size-zero.txt': plainLog.log.note(0),
  'checkpoint-plain-only.txt': `${plainLog.log.note(plainSize).split('\n').slice(0, 5).join('\n')}\n`,
  'checkpoint-detail.txt': JSON.stringify({ detail: {}, note: plainLog.log.note(plainSize) }),
  'checkpoint-2099.txt': plainLog.log.note(plainSize, '2099-01-01T00:00:00.000Z'),
};

const own = withLog(plainLog.document);
const toGrown = withLog({
  ...plainLog.document,
  leaves: [
    ...plainLog.document.leaves,
    ...plainLog.document.leaves.map((leaf) => ({ ...leaf, path: grown.path(leaf.index, grownSize), size: grownSize })),
  ],
});

const lacking = withLog(without('consent.recorded'));
const stripped = sealWith(plain);

const ofKept: Files = {
  'valid-kept.json': own,
  'valid-kept-mail.json': own,
  'valid-kept-larger.json': toGrown,
  'valid-kept-two.json': own,
  'doubt-kept-before.json': own,
  'doubt-kept-without-path.json': own,
  'doubt-kept-two-without-path.json': own,
  'doubt-kept-other-name.json': own,
  'doubt-kept-2099.json': own,
  'kept-other-key.json': own,
  'kept-rewritten.json': own,
  'kept-two-of-one-size.json': own,
  'kept-other-before.json': own,
  'no-verdict-kept-size-zero.json': own,
  'no-verdict-kept-plain-only.json': own,
  'no-verdict-kept-detail.json': own,
  'valid-without-log.json': stripped,
  'doubt-stripped-kept.json': stripped,
  'doubt-leaf-dropped.json': lacking,
  'doubt-leaf-dropped-kept.json': lacking,
  'doubt-version-dropped.json': withLog(without('notice.published')),
  'doubt-no-checkpoint.json': withLog({ ...plainLog.document, checkpoints: [] }),
};

/** Issued at a time, of a log without the leaf of the consent. */
const issued = (time: string): string => sealWith(tell({}, time), without('consent.recorded'));

/** With a leaf that came into the log so many milliseconds after it happened, or at a time; the others came soon. */
const loggedAt = async (event: string, when: number | string, statement = plain): Promise<string> => {
  const timeOf = (happened: number): number => (typeof when === 'number' ? happened + when : Date.parse(when));
  const { document } = await logged(statement, {
    logged: (leaf, happened) => (leaf.event === event ? timeOf(happened) : happened + 900_000),
  });
  return withLog(document, statement);
};

const erased = (time?: string) => tell({ times: { erased: new Date('2026-05-01T12:00:00.000Z') } }, time);

const erasedLacking = async (time: string): Promise<string> =>
  withLog(without('consent.erased', (await logged(erased(time))).document), erased(time));

/** Each event must be in the log an hour after it, and within an hour of the statement it need not. Versions and erasures have other limits. */
const makeAges = async (): Promise<Files> => {
  const backdated = await loggedAt('consent.recorded', '2026-05-20T00:00:00.000Z');
  return {
    'valid-young.json': issued('2026-03-10T11:00:00.000Z'),
    'doubt-not-young.json': issued('2026-03-10T11:00:00.001Z'),
    'valid-logged-within-an-hour.json': await loggedAt('consent.recorded', 3_600_000),
    'doubt-logged-late.json': await loggedAt('consent.recorded', 3_601_000),
    'doubt-backdated.json': backdated,
    'doubt-backdated-kept.json': backdated,
    'valid-version-logged-before-given.json': await loggedAt('notice.published', '2026-03-10T10:00:00.000Z'),
    'doubt-version-logged-after-given.json': await loggedAt('notice.published', '2026-03-10T10:00:01.000Z'),
    'valid-erased-logged-within-24-hours.json': await loggedAt('consent.erased', 86_400_000, erased()),
    'doubt-erased-logged-late.json': await loggedAt('consent.erased', 86_401_000, erased()),
    'valid-erased-young.json': await erasedLacking('2026-05-02T12:00:00.000Z'),
    'doubt-erased-not-young.json': await erasedLacking('2026-05-02T12:00:00.001Z'),
  };
};

/** Documents that lead to both trees of the log, with the second one's checkpoint or without it. */
const ofHistory: Files = Object.fromEntries(
  Object.entries(histories).flatMap(([what, { note, leaves }]) => {
    const { checkpoints, leaves: first, ...rest } = plainLog.document;
    const both = { ...rest, checkpoints, leaves: [...first, ...leaves] };
    return [
      [`two-histories-${what}.json`, withLog({ ...both, checkpoints: [...checkpoints, { note, stamps: [] }] })],
      [`kept-other-${what}.json`, withLog(both)],
    ];
  }),
);

export const keptVectors = async (): Promise<Files> => ({
  ...ofKept,
  ...ofHistory,
  ...(await makeAges()),
});
