import { beforeEach, expect, test, vi } from 'vitest';
import { feed } from '../../../../shared/log/feed.ts';
import { publishNext } from '../../../../shared/log/publish.ts';
import { keyOf, leafBeginning, logKeyOf } from '../../../../shared/store/keys.ts';
import type { Item, Key } from '../../../../shared/store/table.ts';
import { madeAccount, toStreamRecord } from '../../../support/make/made-log.ts';
import type { MemoryTable } from '../memory-table.ts';
import type { Register } from './made-register.ts';
import { audit, changeUnseen, consentItems, copyRegister, end, key, makeRegister } from './made-register.ts';

type Stored = Item & Key;

const sound = await makeRegister();

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

const find = (table: MemoryTable, fits: (item: Stored) => boolean): Stored =>
  table.items().find(fits) ?? expect.fail('There is none of these.');

/** Puts the item of a version's leaf under a key that no document asks for, but that names the same version. */
const moveLeaf =
  (move: (partition: string) => string) =>
  ({ log }: Register): void => {
    const item = find(log, ({ PK }) => PK.startsWith(`${leafBeginning}NOTICE#`));
    log.remove(item);
    log.put({ ...item, PK: move(item.PK) });
  };

/** What somebody with rights on a table may put there, and the kind of what is found. */
const damages: Readonly<Record<string, readonly [kind: string, damage: (register: Register) => void]>> = {
  'a version of a notice that nobody can read': [
    'edited',
    ({ table }) =>
      table.put({ ...keyOf.noticeVersion(madeAccount, 'e'.repeat(32)), contentHash: 'x', pid: 1 } as Stored),
  ],
  'a head of a notice without its number': [
    'edited',
    ({ table }) => table.put({ ...keyOf.notice(madeAccount, ''), contentHash: 'x' } as Stored),
  ],
  'no head of a notice': ['edited', ({ table }) => table.remove(keyOf.notice(madeAccount, 1))],
  'a note of a change without its key': ['edited', ({ log }) => log.put({ ...logKeyOf.aside('0') })],
  'a checkpoint without a text': ['checkpoint', ({ log }) => log.put({ ...logKeyOf.checkpoint(7), note: 5 } as Stored)],
  'a tile without bytes': ['block', ({ log }) => log.put({ ...logKeyOf.entries(0), hashes: 'x' } as Stored)],
  'an erasure that nobody can read': [
    'deleted',
    ({ erasures }) => {
      const { PK, SK } = find(erasures, ({ extent }) => extent === 'evidence');
      erasures.put({ PK, SK, consentId: 5 } as Stored);
    },
  ],
  'an item of a leaf under another spelling of its notice': ['block', moveLeaf((of) => of.replace(/\d+$/, '0$&'))],
  'an item of a leaf under a longer key': ['block', moveLeaf((of) => `${of}#1`)],
};

test.each(Object.entries(damages))('an audit reads on, and tells: %s', async (_name, [kind, damage]) => {
  const register = copyRegister(sound);
  damage(register);
  const { inTables } = await audit(register);

  expect(inTables.map((finding) => finding.kind)).toContain(kind);
  expect(inTables.length).toBeLessThan(3);
});

test('an audit names the notice by the key of its head, whatever number somebody wrote into it', async () => {
  const register = copyRegister(sound);
  const head = find(register.table, ({ SK }) => SK === keyOf.notice(madeAccount, 1).SK);
  register.table.put({ ...head, pid: 999_999 });

  expect((await audit(register)).inTables).toMatchObject([
    { kind: 'edited', says: 'notice 1 names another current version or number' },
  ]);
});

test('an audit names what a note is of, or the note itself once somebody changed what it says', async () => {
  const register = copyRegister(sound);
  const [now] = consentItems(end, 'unread');
  await feed(register.log, [toStreamRecord({ now: { ...now, lang: 'none' } as typeof now }, end, 800_000)], end);
  const told = async () => (await audit(register)).inTables.filter(({ says }) => says?.startsWith('a change that'));
  expect(await told()).toMatchObject([{ id: now?.SK, account: madeAccount }]);

  const note = find(register.log, ({ PK }) => PK === logKeyOf.aside('').PK);
  const other = find(register.table, ({ PK }) => PK.startsWith(keyOf.consent(madeAccount, '').PK));
  register.log.put({ ...note, of: other.PK, sort: other.SK });
  expect(await told()).toMatchObject([{ id: `${note.PK} ${note.SK}`, account: undefined }]);
});

/** Has the log take a new consent, and publishes it by a clock. */
const publishAt = async (register: Register, name: string, time: Date): Promise<void> => {
  const [now] = consentItems(end, name);
  changeUnseen(register, undefined, now);
  await feed(register.log, [toStreamRecord({ now }, end, 900_000 + name.length)], end);
  await publishNext({ log: register.log, origin: 'a/log', key }, time);
};

test.each([
  ['no finding if they differ by less than five minutes', 299_000, []],
  ['a finding if they differ by more', 301_000, ['checkpoint']],
])('two checkpoints of machines with two clocks are %s', async (_what, difference, kinds) => {
  const register = copyRegister(sound);
  await publishAt(register, 'one', new Date(end.getTime() + 600_000));
  await publishAt(register, 'three', new Date(end.getTime() + 600_000 - difference));

  expect((await audit(register)).inTables.map(({ kind }) => kind)).toEqual(kinds);
});
