import { beginChange } from '../../../shared/identity/operations-log.ts';
import { compress } from '../../../shared/store/compression.ts';
import { erasuresKeyOf, keyOf } from '../../../shared/store/keys.ts';
import type { MadeItem } from '../../../test/support/made-consents.ts';
import { madeAccount, madeId } from '../../../test/support/made-consents.ts';
import type { Damage, Ground } from './damage.ts';
import { change, changeUnseen, consentsOf, earlier } from './damage.ts';
import { noticeVersionItems } from './notice-items.ts';

const versionsOf = ({ register }: Ground): MadeItem[] =>
  register.table.items().filter(({ SK }) => SK.startsWith(keyOf.noticeVersion('', '').SK));

const editVersion = (name: string, edit: Partial<MadeItem>, findable: Damage['findable'] = 'always'): Damage => ({
  kind: `edit ${name} of a version`,
  findable,
  make: async (ground) => {
    const old = ground.random.pick(versionsOf(ground));
    await change(ground, old, { ...old, ...edit });
    return [String(old.id)];
  },
});

const headsOf = ({ register }: Ground): MadeItem[] =>
  register.table.items().filter(({ SK }) => SK.startsWith(keyOf.notice(madeAccount, '').SK));

/** @param edit of a notice, or undefined to delete it */
const editHead = (name: string, edit: Partial<MadeItem> | undefined): Damage => ({
  kind: `${name} of a notice`,
  findable: 'always',
  make: async (ground) => {
    const old = ground.random.pick(headsOf(ground));
    await change(ground, old, edit && { ...old, ...edit });
    return [String(old.versionId)];
  },
});

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
const editOperation = (name: string, edit: Partial<MadeItem> | undefined, isSeen = true): Damage => ({
  kind: `${name} the operations log${isSeen ? '' : ', the job off'}`,
  findable: 'always',
  make: async (ground) => {
    const old = ground.random.pick(operationsOf(ground));
    const changed = edit && { ...old, ...edit };
    if (isSeen) await change(ground, old, changed);
    else changeUnseen(ground.register, old, changed);
    return [String(old.id)];
  },
});

const insertOperation = (kind: string, daysAgo: number, isSeen: boolean, findable: Damage['findable']): Damage => ({
  kind,
  findable,
  make: async (ground) => {
    const at = new Date(earlier(ground.register.now.toISOString(), daysAgo));
    const { put } = beginChange({ by: 'local:eve', command: 'user add' }, at).record({ userId: 9 });
    if (isSeen) await change(ground, undefined, { ...put } as MadeItem);
    else changeUnseen(ground.register, undefined, { ...put } as MadeItem);
    return [String(put.id)];
  },
});

const operationDamages: readonly Damage[] = [
  editOperation('edit who in', { by: 'local:eve' }),
  editOperation('edit what in', { command: 'user enable' }, false),
  editOperation('edit the target in', { target: { userId: 9 } }),
  editOperation('edit the reason in', { reason: 'another' }),
  editOperation('edit the time in', { at: '2026-11-01T00:00:00.000Z' }),
  editOperation('delete an entry of', undefined),
  editOperation('delete an entry of', undefined, false),
  insertOperation('insert an operation of days ago', 3, true, 'always'),
  insertOperation('insert an operation of days ago, the job off', 3, false, 'always'),
  insertOperation('insert an operation of now', 0, true, {
    never: 'what is written now through the stream is an event of now',
  }),
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
      const content = {
        validityDays: 0,
        notification: false,
        title: { eng: 'Another' },
        descriptionHtml: { eng: '<p>Another</p>' },
      };
      ground.register.table.put({ ...keyOf.noticeText(madeAccount, String(version.id)), content: compress(content) });
      return [String(version.id)];
    },
  },
  {
    kind: 'delete a version',
    findable: 'always',
    make: async (ground) => {
      const version = ground.random.pick(versionsOf(ground));
      await change(ground, version, undefined);
      return [String(version.id)];
    },
  },
  {
    kind: 'insert a version of days ago',
    findable: 'always',
    make: async (ground) => {
      const at = new Date(earlier(ground.register.now.toISOString(), 3));
      const { version, text } = noticeVersionItems({ pid: 9, id: madeId(ground.random, at), title: 'Late', at });
      ground.register.table.put(text);
      await change(ground, undefined, version);
      return [String(version.id)];
    },
  },
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
  {
    kind: 'delete a consent and list it as erased',
    findable: { never: 'with rights on the erasures table as well, it is an erasure like any other' },
    make: async (ground) => {
      const old = ground.random.pick(consentsOf(ground));
      const time = ground.register.now.toISOString();
      const key = erasuresKeyOf.latest(madeAccount, old.SK);
      ground.register.erasures.put({ ...key, consentId: old.SK, time, extent: 'everything' });
      await change(ground, old, undefined);
      return [old.SK];
    },
  },
  {
    kind: 'backdate an item that no leaf is of',
    findable: { never: 'projects and users are no evidence' },
    make: async (ground) => {
      changeUnseen(ground.register, undefined, { ...keyOf.project(madeAccount, 'x'), createdAt: '2020-01-01' });
      return [];
    },
  },
];
