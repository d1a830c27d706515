import { beginChange } from '../../../shared/identity/operations-log.ts';
import { compress } from '../../../shared/store/compression.ts';
import { erasuresKeyOf, keyOf } from '../../../shared/store/keys.ts';
import type { MadeItem } from '../../../test/support/made-consents.ts';
import { madeAccount, madeId } from '../../../test/support/made-consents.ts';
import { contentOf } from '../../bench/account.ts';
import type { Damage, Ground } from './damage.ts';
import { anyConsent, change, changeOne, changeUnseen, earlier, insertOne } from './damage.ts';
import { noticeVersionItems } from './history.ts';

const versionsOf = ({ register }: Ground): MadeItem[] =>
  register.table.items().filter(({ SK }) => SK.startsWith(keyOf.noticeVersion('', '').SK));

const anyVersion = (ground: Ground): MadeItem => ground.random.pick(versionsOf(ground));
const byId = { idOf: ({ id }: MadeItem) => id };

const editVersion = (name: string, edit: Partial<MadeItem>): Damage =>
  changeOne(`edit ${name} of a version`, anyVersion, (old) => ({ ...old, ...edit }), byId);

const headsOf = ({ register }: Ground): MadeItem[] =>
  register.table.items().filter(({ SK }) => SK.startsWith(keyOf.notice(madeAccount, '').SK));

/** @param edit of a notice, or undefined to delete it */
const editHead = (name: string, edit: Partial<MadeItem> | undefined): Damage =>
  changeOne(
    `${name} of a notice`,
    (ground) => ground.random.pick(headsOf(ground)),
    (old) => edit && { ...old, ...edit },
    { idOf: ({ versionId }) => versionId },
  );

const headDamages: readonly Damage[] = [
  editHead('edit the number', { version: 9 }),
  editHead('edit the hash', { contentHash: '0'.repeat(64) }),
  editHead('edit the size', { textBytes: 1 }),
  editHead('edit the retirement', { retiredAt: '2026-11-02T00:00:00.000Z' }),
  editHead('delete the head', undefined),
  {
    kind: 'retire a notice with its versions',
    findable: 'always',
    make: async (ground) => {
      const head = ground.random.pick(headsOf(ground));
      const retiredAt = '2026-11-02T00:00:00.000Z';
      for (const old of [head, ...versionsOf(ground).filter(({ pid }) => pid === head.pid)])
        await change(ground, old, { ...old, retiredAt });
      return [String(head.versionId)];
    },
  },
  {
    kind: 'name an earlier version as the current one',
    findable: 'always',
    make: async (ground) => {
      const [first, second] = versionsOf(ground)
        .filter(({ pid }) => pid === 3)
        .sort((one, other) => Number(one.version) - Number(other.version));
      const old = headsOf(ground).find(({ pid }) => pid === 3);
      if (first === undefined || second === undefined || old === undefined) throw new Error('There are not two.');
      const { id, version, contentHash, textBytes } = first;
      await change(ground, old, { ...old, versionId: id, version, contentHash, textBytes });
      return [String(second.id)];
    },
  },
];

const operationsOf = ({ register }: Ground): MadeItem[] =>
  register.table.items().filter(({ PK }) => PK === keyOf.operation('').PK);

/** @param edit of an entry, or undefined to delete it */
const editOperation = (name: string, edit: Partial<MadeItem> | undefined, isSeen = true): Damage =>
  changeOne(
    `${name} the operations log`,
    (ground) => ground.random.pick(operationsOf(ground)),
    (old) => edit && { ...old, ...edit },
    { ...byId, isSeen },
  );

const insertOperation = (
  when: string,
  daysAgo: number,
  more: { isSeen?: boolean; findable?: Damage['findable'] } = {},
) =>
  insertOne(
    `insert an operation of ${when}`,
    ({ register }) => {
      const at = new Date(earlier(register.now.toISOString(), daysAgo));
      const { put } = beginChange({ by: 'local:eve', command: 'user add' }, at).record({ userId: 9 });
      return { ...put } as MadeItem;
    },
    { ...byId, ...more },
  );

const operationDamages: readonly Damage[] = [
  editOperation('edit who in', { by: 'local:eve' }),
  editOperation('edit what in', { command: 'user enable' }, false),
  editOperation('edit the target in', { target: { userId: 9 } }),
  editOperation('edit the reason in', { reason: 'another' }),
  editOperation('edit the time in', { at: '2026-11-01T00:00:00.000Z' }),
  editOperation('delete an entry of', undefined),
  editOperation('delete an entry of', undefined, false),
  insertOperation('days ago', 3),
  insertOperation('days ago', 3, { isSeen: false }),
  insertOperation('now', 0, { findable: { never: 'what is written now through the stream is an event of now' } }),
];

const findKeys = ({ register }: Ground): MadeItem => {
  const item = register.table.get(keyOf.evidenceKeys());
  if (item === undefined) throw new Error('There are no keys.');
  return item;
};

const editKeys = (kind: string, edit: (keys: readonly Record<string, unknown>[]) => unknown): Damage => ({
  kind,
  findable: 'always',
  make: async (ground) => {
    const old = findKeys(ground);
    await change(ground, old, { ...old, keys: edit(old.keys as Record<string, unknown>[]) });
    return [];
  },
});

const listedIds = ({ register }: Ground, extent: string): string[] =>
  register.erasures
    .items()
    .filter((item) => item.extent === extent)
    .map(({ consentId }) => String(consentId));

/** What is done to notices, keys and the list of erasures. */
export const otherDamages: readonly Damage[] = [
  editVersion('the hash', { contentHash: '0'.repeat(64) }),
  editVersion('the time', { publishedAt: '2026-10-01T00:00:00.000Z' }),
  editVersion('the publisher', { publishedBy: 'local:eve' }),
  editVersion('whether people are asked again', { askAgain: true }),
  editVersion('how long consents hold', { validityDays: 9 }),
  editVersion('how long consents are kept', { retentionDays: 9 }),
  editVersion('the languages', { languages: ['deu'] }),
  editVersion('the number', { version: 7 }),
  editVersion('the size', { textBytes: 7 }),
  editVersion('the end', { currentUntil: '2026-11-02T00:00:00.000Z' }),
  editVersion('the retirement', { retiredAt: '2026-11-02T00:00:00.000Z' }),
  ...headDamages,
  ...operationDamages,
  {
    kind: 'put a version under another key',
    findable: 'always',
    make: async (ground) => {
      const old = ground.random.pick(versionsOf(ground));
      const { SK } = keyOf.noticeVersion(madeAccount, 'f'.repeat(32));
      changeUnseen(ground.register, undefined, { ...old, SK });
      return [SK];
    },
  },
  {
    kind: 'edit the text of a version',
    findable: 'always',
    make: async (ground) => {
      const version = ground.random.pick(versionsOf(ground));
      const content = contentOf('<p>Another</p>', 'Another');
      ground.register.table.put({ ...keyOf.noticeText(madeAccount, String(version.id)), content: compress(content) });
      return [String(version.id)];
    },
  },
  changeOne('delete a version', anyVersion, () => undefined, byId),
  insertOne(
    'insert a version of days ago',
    ({ register, random }) => {
      const at = new Date(earlier(register.now.toISOString(), 3));
      const { version, text } = noticeVersionItems({ pid: 9, id: madeId(random, at), title: 'Late', at });
      register.table.put(text);
      return version;
    },
    byId,
  ),
  editKeys('edit since when a key signs', (keys) =>
    keys.map((key) => ({ ...key, usedFrom: '2026-10-01T00:00:00.000Z' })),
  ),
  editKeys('edit until when a key signs', (keys) =>
    keys.map((key) => ({ ...key, usedUntil: '2026-11-30T00:00:00.000Z' })),
  ),
  editKeys('take a key of evidence away', () => []),
  editKeys('insert a key of evidence of days ago', (keys) => [
    ...keys,
    { ...keys[0], kid: 'k2', usedFrom: '2026-11-03T00:00:00.000Z' },
  ]),
  {
    kind: 'take an erasure out of its list',
    findable: 'always',
    make: async (ground) => {
      const id = ground.random.pick(listedIds(ground, ground.random.pick(['evidence', 'everything'])));
      ground.register.erasures.remove(erasuresKeyOf.latest(madeAccount, id));
      return [id];
    },
  },
  changeOne(
    'delete a consent and list it as erased',
    anyConsent(),
    ({ SK }, { register }) => {
      const key = erasuresKeyOf.latest(madeAccount, SK);
      register.erasures.put({ ...key, consentId: SK, time: register.now.toISOString(), extent: 'everything' });
      return undefined;
    },
    { findable: { never: 'with rights on the erasures table as well, it is an erasure like any other' } },
  ),
  {
    kind: 'backdate an item that no leaf is of',
    findable: { never: 'projects and users are no evidence' },
    make: async (ground) => {
      changeUnseen(ground.register, undefined, { ...keyOf.project(madeAccount, 'x'), createdAt: '2020-01-01' });
      return [];
    },
  },
];
