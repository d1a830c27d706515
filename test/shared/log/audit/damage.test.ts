import { beforeEach, expect, test, vi } from 'vitest';
import type { Finding } from '../../../../shared/log/audit/findings.ts';
import { parseBlock, toBlockItem, toLeafItem } from '../../../../shared/log/blocks.ts';
import type { Leaf, LogEvent } from '../../../../shared/log/log-event.ts';
import { erasuresKeyOf, keyOf, leafBeginning, logKeyOf, numberIn } from '../../../../shared/store/keys.ts';
import type { Item, Key } from '../../../../shared/store/table.ts';
import type { MadeItem } from '../../../support/make/made-log.ts';
import { madeAccount } from '../../../support/make/made-log.ts';
import type { MemoryTable } from '../memory-table.ts';
import { newMemoryTable } from '../memory-table.ts';
import type { Register } from './made-register.ts';
import {
  audit,
  change,
  changeUnseen,
  consentItems,
  copyRegister,
  end,
  eraseItem,
  history,
  makeRegister,
  newSigner,
  operationItem,
  playLog,
  toTable,
} from './made-register.ts';

type Stored = Item & Key;

const days = (count: number): Date => new Date(end.getTime() + count * 86_400_000);

const first = <Value>(list: readonly Value[], fits: (value: Value) => boolean = () => true): Value =>
  list.find(fits) ?? expect.fail('There is none of these.');

const consentsOf = ({ table }: Register): MadeItem[] =>
  table.items().filter(({ PK }) => /^ACCOUNT#[0-9a-f]{32}#CONSENT#/.test(PK));

/** A consent that is in force. */
const openConsent = (register: Register): MadeItem =>
  first(consentsOf(register), ({ revokeTime, eraseTime }) => revokeTime === undefined && eraseTime === undefined);

const revokedConsent = (register: Register): MadeItem =>
  first(consentsOf(register), ({ revokeTime, eraseTime }) => revokeTime !== undefined && eraseTime === undefined);

const erasedConsent = (register: Register): MadeItem =>
  first(consentsOf(register), ({ eraseTime }) => eraseTime !== undefined);

const versionsOf = ({ table }: Register, pid: number): MadeItem[] =>
  table
    .items()
    .filter((item) => item.SK.startsWith(keyOf.noticeVersion('', '').SK) && item.pid === pid)
    .sort((one, other) => Number(one.version) - Number(other.version));

const headOf = ({ table }: Register, pid: number): MadeItem =>
  table.get(keyOf.notice(madeAccount, pid)) ?? expect.fail('There is no head.');

const operationOf = ({ table }: Register): MadeItem => first(table.items(), ({ PK }) => PK === keyOf.operation('').PK);

const partition = ({ log }: Register, fits: (name: string) => boolean): Stored[] =>
  log.items().filter(({ PK }) => fits(PK));

const isBlock = (name: string): boolean => name === logKeyOf.block('').PK;
const isEntries = (name: string): boolean => name === logKeyOf.entries('').PK;
const isLeaf = (name: string): boolean => name.startsWith(leafBeginning);
const isCheckpoint = (name: string): boolean => name === logKeyOf.checkpoint('').PK;

const blocksOf = (register: Register) => partition(register, isBlock).map(parseBlock);

/** The lookups of the one consent that has some. */
const lookupsOf = ({ table }: Register): MadeItem[] => table.items().filter(({ PK }) => PK.includes('#USERDATA#'));

const oneLookup = (register: Register): MadeItem => first(lookupsOf(register));

/** Some other bytes in the place of these. */
const flip = (bytes: unknown): Buffer => {
  const copy = Buffer.from(bytes as Uint8Array);
  copy.writeUInt8(copy.readUInt8(copy.length >> 1) ^ 4, copy.length >> 1);
  return copy;
};

const editInLog = (register: Register, fits: (name: string) => boolean, edit: (item: Stored) => Item): string[] => {
  const item = first(partition(register, fits));
  register.log.put({ ...item, ...edit(item) });
  return [];
};

const editLeaf = (register: Register, edit: (leaf: Leaf) => Leaf): string[] => {
  const block = first(blocksOf(register));
  const [leaf, ...rest] = block.leaves;
  register.log.put(toBlockItem({ ...block, leaves: leaf ? [edit(leaf), ...rest] : [] }) as Stored);
  return [];
};

/** Writes the items of leaves anew from what blocks say. */
const writeItemsAnew = (register: Register): void => {
  const { log } = register;
  const blocks = blocksOf(register);
  for (const item of partition(register, isLeaf)) log.remove(item);
  for (const { first: from, leaves } of blocks)
    for (const [i, leaf] of leaves.entries()) log.put(toLeafItem(leaf, from + i));
};

/** Deletes a consent, and gives its leaf another event: the tree has the entry of a leaf, and not its event. */
const hideDeleted = (register: Register, hide: (event: LogEvent) => LogEvent): string[] => {
  const { SK } = openConsent(register);
  changeUnseen(
    register,
    first(consentsOf(register), (item) => item.SK === SK),
    undefined,
  );
  for (const block of blocksOf(register)) {
    const leaves = block.leaves.map((leaf) => (leaf.event.id === SK ? { ...leaf, event: hide(leaf.event) } : leaf));
    register.log.put(toBlockItem({ ...block, leaves }) as Stored);
  }
  writeItemsAnew(register);
  return [];
};

const replace = (table: MemoryTable, by: MemoryTable): void => {
  for (const item of table.items()) table.remove(item);
  for (const item of by.items()) table.put(item);
};

/** Another past: a consent says something else from the beginning. */
const rewrite = async (register: Register, signer?: ReturnType<typeof newSigner>): Promise<string[]> => {
  const target = openConsent(register);
  const changes = history.changes.map((each) =>
    each.now?.SK === target.SK ? { ...each, now: { ...target, channel: 'email' } } : each,
  );
  replace(register.table, toTable(changes));
  replace(register.log, (await playLog(changes, signer)).log);
  return [];
};

/** @returns ids of the records that must be named; none where the log alone was changed */
type Damage = (register: Register) => readonly string[] | Promise<readonly string[]>;

/** Changes one item through the stream, and expects it to be named. */
const changing =
  (
    pick: (register: Register) => MadeItem,
    edit: (item: MadeItem) => MadeItem | undefined,
    idOf: (item: MadeItem) => unknown = ({ SK }) => SK,
  ): Damage =>
  async (register) => {
    const old = pick(register);
    await change(register, old, edit(old));
    return [String(idOf(old))];
  };

const byId = ({ id }: MadeItem): unknown => id;

const without = (item: MadeItem, name: string): MadeItem => {
  const { [name]: _, ...rest } = item;
  return rest as MadeItem;
};

/** The change while the job is off, which then has only the table and the log to tell from. */
const changingUnseen =
  (pick: (register: Register) => MadeItem, edit: (item: MadeItem) => MadeItem): Damage =>
  (register) => {
    const old = pick(register);
    changeUnseen(register, old, edit(old));
    return [old.SK];
  };

/** Undoes a withdrawal that came while something else of the consent was damaged. */
const undoingUnder =
  (damage: Item): Damage =>
  async (register) => {
    const open = openConsent(register);
    const damaged = { ...open, ...damage } as MadeItem;
    const revocation = { revokeTime: end.toISOString(), revokeChannel: 'web', revokeObserved: open.observed };
    const revoked = { ...damaged, ...revocation, revokeProof: open.proof } as MadeItem;
    await change(register, open, damaged);
    await change(register, damaged, revoked);
    await change(register, revoked, open);
    return [open.SK];
  };

/** What somebody may change of a consent whose proof they delete, by its name in a test. */
const strippedConsents: Readonly<Record<string, Item>> = {
  nothing: {},
  'how it came': { receivedBy: 'letter' },
  'its text': { contentHash: Buffer.alloc(32, 7) },
  'the caller and the name of the notice': {
    byPid: true,
    observed: { userId: 99, sessionId: Buffer.alloc(16, 1), requestId: 'another' },
  },
};

const strippedRevocations: Readonly<Record<string, Item>> = {
  nothing: {},
  'its channel': { revokeChannel: 'email' },
  'how it came': { revokeReceivedBy: 'letter' },
  'the caller': { revokeObserved: { userId: 99, sessionId: Buffer.alloc(16, 1), requestId: 'another' } },
};

/** @returns the same changes with the job on and off */
const stripping = (
  what: string,
  proof: string,
  pick: (register: Register) => MadeItem,
  changes: Readonly<Record<string, Item>>,
): Readonly<Record<string, Damage>> =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([changed, by]): [string, Damage][] => {
      const edit = (old: MadeItem): MadeItem => ({ ...without(old, proof), ...by }) as MadeItem;
      const name = `delete the proof of ${what}, and change ${changed}`;
      return [
        [name, changing(pick, edit)],
        [`${name}, the job off`, changingUnseen(pick, edit)],
      ];
    }),
  );

const withoutRevocation = ({ revokeTime, revokeChannel, revokeProof, revokeObserved, ...open }: MadeItem): MadeItem =>
  open as MadeItem;

/** What an audit of the tables finds. */
const inTables: Readonly<Record<string, Damage>> = {
  'delete a consent': changing(openConsent, () => undefined),
  'delete a consent, the job off': (register) => {
    const old = openConsent(register);
    changeUnseen(register, old, undefined);
    return [old.SK];
  },
  'delete a consent, and take the account from its leaf': (register) =>
    hideDeleted(register, ({ account: _, ...event }) => event),
  'delete a consent, and call its leaf a revocation': (register) =>
    hideDeleted(register, (event) => ({ ...event, kind: 'revoked', id: '9'.repeat(32) })),
  'edit a consent': changing(openConsent, (old) => ({ ...old, channel: 'email' })),
  ...stripping('a consent', 'proof', openConsent, strippedConsents),
  ...stripping('a revocation', 'revokeProof', revokedConsent, strippedRevocations),
  'edit how a consent came, the job off': changingUnseen(openConsent, (old) => ({ ...old, receivedBy: 'letter' })),
  'edit how a revocation came, the job off': changingUnseen(revokedConsent, (old) => ({
    ...old,
    revokeReceivedBy: 'letter',
  })),
  'edit the time of a consent': changing(openConsent, (old) => ({ ...old, time: days(-3).toISOString() })),
  'undo a revocation': changing(revokedConsent, withoutRevocation),
  'undo a revocation that came while the size of the answer was damaged': undoingUnder({ answerBytes: 'many' }),
  'undo a revocation that the log could not read': undoingUnder({ lang: 'no language' }),
  'forge a revocation of days ago': changing(openConsent, (old) => ({
    ...old,
    revokeTime: days(-1).toISOString(),
    revokeChannel: 'web',
    revokeProof: old.proof,
    revokeObserved: old.observed,
  })),
  'say of a consent in force how it was revoked, the job off': changingUnseen(openConsent, (old) => ({
    ...old,
    revokeReceivedBy: 'letter',
  })),
  'take a consent out of a list': changing(openConsent, (old) => ({ ...old, emailKey: flip(old.emailKey) })),
  ...Object.fromEntries(
    Object.entries({ storedBytes: [9e12, 'x'], answerBytes: [9e12, -9e12] }).flatMap(([name, values]) =>
      values.map((value): [string, Damage] => [
        `say that ${name} of a consent are ${value}, the job off`,
        changingUnseen(openConsent, (old) => ({ ...old, [name]: value })),
      ]),
    ),
  ),
  'delete a lookup': changing(oneLookup, () => undefined),
  'edit the digests of a lookup': changing(oneLookup, (old) => ({ ...old, valueDigests: flip(old.valueDigests) })),
  'edit what a lookup says of its consent': changing(oneLookup, (old) => ({ ...old, projectUid: 'other' })),
  'say in a lookup that its consent is erased': changing(oneLookup, (old) => ({
    ...old,
    eraseTime: end.toISOString(),
  })),
  'say in a lookup that its consent is large': changing(oneLookup, (old) => ({ ...old, storedBytes: 1e9 })),
  'insert a consent of days ago': async (register) => {
    const item = first(consentItems(days(-1), 'new'));
    await change(register, undefined, item);
    return [item.SK];
  },
  'insert a consent of a month ahead': async (register) => {
    const item = first(consentItems(days(30), 'new'));
    await change(register, undefined, item);
    return [item.SK];
  },
  'replace a consent by one that came erased': changing(openConsent, (old) => ({
    ...eraseItem(old, end),
    imported: { source: 'crm', line: 1, at: end.toISOString(), by: 'local:ada' },
  })),
  'mark a consent as erased': changing(openConsent, (old) => eraseItem(old, end)),
  'say of an erased consent how it came': changing(erasedConsent, (old) => ({ ...old, receivedBy: 'letter' })),
  'say of an erased consent how its revocation came, the job off': changingUnseen(erasedConsent, (old) => ({
    ...old,
    revokeReceivedBy: 'letter',
  })),
  'take an erasure out of its list': (register) => {
    const { consentId } = first(register.erasures.items());
    register.erasures.remove(erasuresKeyOf.consent(madeAccount, String(consentId)));
    return [String(consentId)];
  },
  'bring an erased one back': async (register) => {
    const { old } = first(history.changes, ({ old: before, now }) => before !== undefined && now === undefined);
    await change(register, undefined, old);
    return [String(old?.SK)];
  },
  'edit whether people are asked again of a version': changing(
    (register) => first(versionsOf(register, 1)),
    (old) => ({ ...old, askAgain: true }),
    byId,
  ),
  'put a version under another key': (register) => {
    const { SK } = keyOf.noticeVersion(madeAccount, 'f'.repeat(32));
    changeUnseen(register, undefined, { ...first(versionsOf(register, 1)), SK });
    return [SK];
  },
  'name an earlier version as the current one': async (register) => {
    const versions = versionsOf(register, 3);
    const old = headOf(register, 3);
    const { id, version, contentHash, textBytes } = first(versions);
    await change(register, old, { ...old, versionId: id, version, contentHash, textBytes });
    return [String(versions.at(-1)?.id)];
  },
  ...Object.fromEntries(
    Object.entries({ contentHash: 'a'.repeat(64), textBytes: 9e9, version: 9 }).map(
      ([name, value]): [string, Damage] => [
        `say another ${name} in the head of a notice, the job off`,
        (register) => {
          const old = headOf(register, 3);
          changeUnseen(register, old, { ...old, [name]: value });
          return [String(old.versionId)];
        },
      ],
    ),
  ),
  'say that the texts of a notice are small, in its head and its version': (register) => {
    const [head, version] = [headOf(register, 1), first(versionsOf(register, 1))];
    for (const old of [head, version]) changeUnseen(register, old, { ...old, textBytes: 1 });
    return [String(version.id)];
  },
  'use a retired notice again, in its head alone': (register) => {
    const [head, version] = [headOf(register, 1), first(versionsOf(register, 1))];
    changeUnseen(register, version, { ...version, retiredAt: end.toISOString() });
    return [String(head.versionId)];
  },
  'say of a current version until when it was that': changing(
    (register) => first(versionsOf(register, 1)),
    (old) => ({ ...old, currentUntil: end.toISOString() }),
    byId,
  ),
  'delete an entry of the operations log': changing(operationOf, () => undefined, byId),
  'insert an operation of days ago': async (register) => {
    const item = operationItem('user add', days(-1));
    await change(register, undefined, item);
    return [String(item.id)];
  },
  'edit an entry of a block': (register) => editLeaf(register, (leaf) => ({ ...leaf, entry: flip(leaf.entry) })),
  'edit an event of a block': (register) =>
    editLeaf(register, (leaf) => ({ ...leaf, event: { ...leaf.event, time: leaf.event.time - 1 } })),
  'delete a block': (register) => {
    register.log.remove(first(partition(register, isBlock)));
    return [];
  },
  'edit a tile': (register) => editInLog(register, isEntries, ({ hashes }) => ({ hashes: flip(hashes) })),
  'edit the entry in the item of a leaf': (register) =>
    editInLog(register, isLeaf, ({ entry }) => ({ entry: flip(entry) })),
  'edit the time in the item of a leaf': (register) =>
    editInLog(register, isLeaf, ({ time }) => ({ time: Number(time) + 1 })),
  'delete the item of a leaf, with a withdrawal that it hides': async (register) => {
    const old = revokedConsent(register);
    changeUnseen(register, old, withoutRevocation(old));
    register.log.remove(logKeyOf.consentLeaf(old.SK, 'REVOKED'));
    return [old.SK];
  },
  'delete the item of a leaf': (register) => {
    const { SK } = revokedConsent(register);
    register.log.remove(logKeyOf.consentLeaf(SK, 'REVOKED'));
    return [SK];
  },
  'put the item of a version under another notice': (register) => {
    const { id } = first(versionsOf(register, 1));
    const key = logKeyOf.versionLeaf(madeAccount, 1, String(id));
    const item = register.log.get(key) ?? expect.fail('It has no leaf.');
    register.log.remove(key);
    register.log.put({ ...item, ...logKeyOf.versionLeaf(madeAccount, 99, String(id)) });
    return [String(id)];
  },
  'put an item of no leaf, which keeps a withdrawal out': async (register) => {
    const open = openConsent(register);
    const event = { kind: 'revoked' as const, id: open.SK, time: end.getTime() };
    register.log.put(toLeafItem({ event, entry: Buffer.alloc(32) }, 0));
    return [open.SK];
  },
  'edit a checkpoint': (register) =>
    editInLog(register, isCheckpoint, ({ note }) => ({ note: String(note).replace(/\d+\n/, '7\n') })),
  'rewrite the log with a key of one’s own': (register) => rewrite(register, newSigner()),
};

/** What only the checkpoints tell that are kept elsewhere. */
const byAnchors: Readonly<Record<string, Damage>> = {
  'delete a checkpoint': (register) => {
    const [, before] = partition(register, isCheckpoint).sort((one, other) => (one.SK < other.SK ? 1 : -1));
    register.log.remove(before ?? expect.fail('There is one checkpoint.'));
    return [];
  },
  'rewrite the log with its key, all checkpoints at their times': (register) => rewrite(register),
  'cut the end of the log and of the table': async (register) => {
    const changes = history.changes.filter(({ at }) => at < days(-1));
    const { log } = await playLog(changes);
    const sizes = log
      .items()
      .filter(({ PK }) => isCheckpoint(PK))
      .map(({ SK }) => numberIn(SK));
    log.remove(logKeyOf.checkpoint(Math.max(...sizes)));
    replace(register.table, toTable(changes));
    replace(register.log, log);
    return [];
  },
};

/** What nothing can tell, and why. */
const never: Readonly<Record<string, Damage>> = {
  'retire a notice with its versions: no leaf says whether it is in use': async (register) => {
    const head = headOf(register, 1);
    for (const old of [head, ...versionsOf(register, 1)])
      await change(register, old, { ...old, retiredAt: days(-1).toISOString() });
    return [String(head.versionId)];
  },
  'delete a consent, and call its leaf a revocation of one that was erased with everything: nothing of that is left': (
    register,
  ) => {
    const { old } = first(history.changes, ({ old: before, now }) => before !== undefined && now === undefined);
    return hideDeleted(register, (event) => ({ ...event, kind: 'revoked', id: String(old?.SK) }));
  },
};

const sound = await makeRegister();

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

const isNamed = (findings: readonly Finding[], id: string): boolean =>
  findings.some((finding) => finding.id?.includes(id));

test('a register that nobody touched has no finding', async () => {
  expect(await audit(copyRegister(sound))).toEqual({ inTables: [], byAnchors: [] });
});

test.each(Object.entries(inTables))('the tables tell: %s', async (_name, damage) => {
  const register = copyRegister(sound);
  const ids = await damage(register);
  const found = await audit(register);

  expect(found.inTables).not.toEqual([]);
  expect(ids.filter((id) => !isNamed(found.inTables, id))).toEqual([]);
});

test('a consent that lookups lack is named once, with the keys of the values and not the values', async () => {
  const register = copyRegister(sound);
  const [one, ...others] = lookupsOf(register);
  for (const lookup of [one, ...others]) register.table.remove(lookup ?? expect.fail('There is no lookup.'));

  expect(others).toHaveLength(1);
  expect((await audit(register)).inTables).toEqual([
    { kind: 'edited', account: madeAccount, id: one?.SK, says: 'it is not in its lists: customer, shop' },
  ]);
});

type Work = (table: MemoryTable) => void;

/** Audits a register where something happens before the table is asked for lookups or consents: the first time, the second... */
const auditDuring = async (...works: readonly Work[]) => {
  const register = copyRegister(sound);
  let asked = 0;
  const table = newMemoryTable(register.table.items(), ({ name, input }, forward) => {
    const keys = Object.values(input.RequestItems ?? {}).flatMap(({ Keys }) => Keys);
    if (name === 'BatchGetCommand' && keys.some(({ PK }) => /#(?:USERDATA|CONSENT)#/.test(PK))) {
      works[asked]?.(table);
      asked += 1;
    }
    return forward();
  });
  const { inTables: findings } = await audit({ ...register, table });
  return { findings, asked };
};

const lookups = lookupsOf(sound);
const lookedUp = keyOf.consent(madeAccount, first(lookups).SK);

const removeLookups: Work = (table) => {
  for (const lookup of lookups) table.remove(lookup);
};
const putLookups: Work = (table) => {
  for (const lookup of lookups) table.put(lookup);
};
const keepEvidence: Work = (table) => table.put(eraseItem(table.get(lookedUp) ?? expect.fail('It is gone.'), end));
const nothing: Work = () => {};

test.each<[string, Work[], number]>([
  ['is erased', [(table) => [removeLookups, keepEvidence].map((work) => work(table))], 2],
  ['is erased, which shows first in its lookups', [removeLookups, nothing, nothing, keepEvidence], 4],
  ['is erased with everything', [(table) => [removeLookups(table), table.remove(lookedUp)]], 2],
  ['is recorded, which shows last in its lookups', [removeLookups, nothing, putLookups], 3],
])('a consent that %s during the audit is no finding', async (_what, works, asked) => {
  expect(await auditDuring(...works)).toEqual({ findings: [], asked });
});

test('a page of a sound register takes one call for its lookups', async () => {
  expect(await auditDuring()).toEqual({ findings: [], asked: 1 });
});

test.each(Object.entries(byAnchors))('the anchors tell: %s', async (_name, damage) => {
  const register = copyRegister(sound);
  await damage(register);

  expect((await audit(register)).byAnchors).not.toEqual([]);
});

test.each(Object.entries(never))('nothing tells: %s', async (_name, damage) => {
  const register = copyRegister(sound);
  await damage(register);

  expect(await audit(register)).toEqual({ inTables: [], byAnchors: [] });
});
