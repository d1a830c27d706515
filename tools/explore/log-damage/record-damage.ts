import { toErasedItem } from '../../../shared/consents/erased-form.ts';
import { compress } from '../../../shared/store/compression.ts';
import { erasuresKeyOf, keyOf } from '../../../shared/store/keys.ts';
import type { MadeItem } from '../../../test/support/made-consents.ts';
import { madeAccount, madeDigester, makeConsents } from '../../../test/support/made-consents.ts';
import type { Damage, Ground } from './damage.ts';
import { change, changeUnseen, consentsOf, earlier, flip, isWhole } from './damage.ts';

type Edit = (item: MadeItem, ground: Ground) => Partial<MadeItem>;

const other = { contentHash: Buffer.alloc(32, 7), projectId: Buffer.alloc(16, 7), versionId: 'e'.repeat(32) };

/** Members of a consent, each with another value. */
const edits: Readonly<Record<string, Edit>> = {
  lang: () => ({ lang: 'deu' }),
  channel: () => ({ channel: 'email' }),
  time: ({ time }, { random }) => ({ time: earlier(time, random.below(9) / 3 - 1.4) }),
  pid: ({ pid }) => ({ pid: Number(pid) + 1 }),
  version: () => ({ versionId: other.versionId }),
  'content hash': () => ({ contentHash: other.contentHash }),
  project: () => ({ projectUid: 'blog', projectId: other.projectId }),
  naming: ({ byPid }) => ({ byPid: !byPid }),
  userData: () => ({ userData: compress({ email: 'somebody@else.example' }) }),
  salt: ({ salt }, { random }) => ({ salt: flip(salt, random) }),
  'what was observed': ({ observed }) => ({ observed: { ...(observed as object), sourceIp: '192.0.2.9' } }),
  'that it was imported': ({ time }) => ({
    imported: { source: 'crm', line: 1, at: new Date(String(time)).toISOString(), by: 'local:ada' },
  }),
};

const editOne = (name: string, edit: Edit, fits: (item: MadeItem) => boolean, isSeen: boolean): Damage => ({
  kind: `edit ${name}${isSeen ? '' : ', the job off'}`,
  findable: 'always',
  make: async (ground) => {
    const old = ground.random.pick(consentsOf(ground, fits));
    const changed = { ...old, ...edit(old, ground) };
    if (isSeen) await change(ground, old, changed);
    else changeUnseen(ground.register, old, changed);
    return [old.SK];
  },
});

const isRevoked = ({ revokeTime, eraseTime }: MadeItem): boolean => revokeTime !== undefined && eraseTime === undefined;
const isOpen = ({ revokeTime, eraseTime }: MadeItem): boolean => revokeTime === undefined && eraseTime === undefined;
const hasOwnProof = ({ proof }: MadeItem): boolean => proof !== undefined;
const isSharer = ({ proofId }: MadeItem): boolean => proofId !== undefined;

const newRecord = ({ random, register }: Ground, daysAgo: number): MadeItem => {
  const at = new Date(register.now.getTime() - daysAgo * 86_400_000);
  const versions = [{ pid: 1, versionId: 'c'.repeat(32), contentHash: 'd'.repeat(64) }];
  const [item] = makeConsents(random, { now: at, email: `new${random.below(1_000_000)}@example.com`, versions });
  if (item === undefined) throw new Error('There is no consent.');
  return item;
};

const insert = (kind: string, findable: Damage['findable'], daysAgo: number, isSeen: boolean): Damage => ({
  kind,
  findable,
  make: async (ground) => {
    const item = newRecord(ground, daysAgo);
    if (isSeen) await change(ground, undefined, item);
    else changeUnseen(ground.register, undefined, item);
    return [item.SK];
  },
});

const revokeAt =
  (ground: Ground, daysAgo: number): Damage['make'] =>
  async () => {
    const old = ground.random.pick(consentsOf(ground, isOpen));
    const revokeTime = earlier(ground.register.now.toISOString(), daysAgo);
    await change(ground, old, { ...old, revokeTime, revokeChannel: 'web', revokeProof: compress({ html: 'forged' }) });
    return [old.SK];
  };

const present =
  'what is written now through the stream is an event of now: the log proves since when, not that it is true';

const deletions: readonly Damage[] = [true, false].map((isSeen) => ({
  kind: `delete a consent${isSeen ? '' : ', the job off'}`,
  findable: 'always',
  make: async (ground) => {
    const old = ground.random.pick(consentsOf(ground));
    if (isSeen) await change(ground, old, undefined);
    else changeUnseen(ground.register, old, undefined);
    return [old.SK];
  },
}));

const states: readonly Damage[] = [
  {
    kind: 'undo a revocation',
    findable: 'always',
    make: async (ground) => {
      const old = ground.random.pick(consentsOf(ground, isRevoked));
      const { revokeTime, revokeChannel, revokeProof, revokeObserved, revokeProofBytes, revokeProofHash, ...rest } =
        old;
      await change(ground, old, rest as MadeItem);
      return [old.SK];
    },
  },
  { kind: 'forge a revocation of days ago', findable: 'always', make: (ground) => revokeAt(ground, 2)(ground) },
  { kind: 'forge a revocation of now', findable: { never: present }, make: (ground) => revokeAt(ground, 0)(ground) },
  {
    kind: 'mark as erased',
    findable: 'always',
    make: async (ground) => {
      const old = ground.random.pick(consentsOf(ground, (item) => isWhole(item) && hasOwnProof(item)));
      await change(
        ground,
        old,
        toErasedItem({ accountId: madeAccount, item: old, digester: madeDigester }, ground.register.now),
      );
      return [old.SK];
    },
  },
  {
    kind: 'bring an erased one back',
    findable: 'always',
    make: async (ground) => {
      const erased = ground.history.changes.filter(
        ({ old, now }) => old !== undefined && (now === undefined || now.eraseTime !== undefined),
      );
      const { old } = ground.random.pick(erased);
      if (old === undefined) throw new Error('Nothing was erased.');
      const { table } = ground.register;
      await change(ground, table.get(old), old);
      return [old.SK];
    },
  },
];

const eraseOf = (item: MadeItem, at: Date): MadeItem =>
  toErasedItem({ accountId: madeAccount, item, digester: madeDigester }, at);

const list = ({ register }: Ground, id: string, at: Date): void =>
  register.erasures.put({
    ...erasuresKeyOf.latest(madeAccount, id),
    consentId: id,
    time: at.toISOString(),
    extent: 'evidence',
  });

const imported = (at: Date) => ({ source: 'crm', line: 1, at: at.toISOString(), by: 'local:ada' });

/** What is done by erasures that are none. */
const erasures: readonly Damage[] = [
  {
    kind: 'undo a revocation, then erase the consent',
    findable: 'always',
    make: async (ground) => {
      const old = ground.random.pick(consentsOf(ground, (item) => isRevoked(item) && hasOwnProof(item)));
      const {
        revokeTime: _,
        revokeChannel,
        revokeProof,
        revokeObserved,
        revokeProofBytes,
        revokeProofHash,
        ...open
      } = old;
      const { now } = ground.register;
      changeUnseen(ground.register, old, open as MadeItem);
      list(ground, old.SK, now);
      await change(ground, open as MadeItem, eraseOf(open as MadeItem, now));
      return [old.SK];
    },
  },
  {
    kind: 'replace a consent by one that came erased',
    findable: 'always',
    make: async (ground) => {
      const old = ground.random.pick(consentsOf(ground, (item) => isWhole(item) && hasOwnProof(item)));
      const { now } = ground.register;
      await change(ground, old, { ...eraseOf(old, now), imported: imported(now) });
      return [old.SK];
    },
  },
  {
    kind: 'insert an erased consent of days ago that is listed',
    findable: 'always',
    make: async (ground) => {
      const item = newRecord(ground, 3);
      const { now } = ground.register;
      list(ground, item.SK, now);
      await change(ground, undefined, eraseOf(item, now));
      return [item.SK];
    },
  },
  {
    kind: 'insert a consent that came erased',
    findable: { never: 'an import of a consent that another register erased looks the same' },
    make: async (ground) => {
      const item = newRecord(ground, 3);
      const { now } = ground.register;
      await change(ground, undefined, { ...eraseOf(item, now), imported: imported(now) });
      return [item.SK];
    },
  },
];

const elsewhere: readonly Damage[] = [
  {
    kind: 'edit the proof that others share',
    findable: 'always',
    make: async (ground) => {
      const { proofId } = ground.random.pick(consentsOf(ground, isSharer));
      const keeper = ground.register.table.get(keyOf.consent(madeAccount, String(proofId)));
      if (keeper === undefined) throw new Error('There is no keeper.');
      await change(ground, keeper, { ...keeper, proof: compress({ html: 'another' }) });
      return [keeper.SK];
    },
  },
  {
    kind: 'name another proof',
    findable: 'always',
    make: async (ground) => {
      const old = ground.random.pick(consentsOf(ground, isSharer));
      const keepers = consentsOf(ground, ({ proof, SK }) => proof !== undefined && SK !== old.proofId);
      await change(ground, old, { ...old, proofId: ground.random.pick(keepers).SK });
      return [old.SK];
    },
  },
  {
    kind: 'edit the long proof of a revocation',
    findable: 'always',
    make: async (ground) => {
      const old = ground.random.pick(consentsOf(ground, ({ revokeProofBytes }) => revokeProofBytes !== undefined));
      const key = keyOf.revokeProof(madeAccount, old.SK);
      ground.register.table.put({ ...key, revokeProof: compress({ html: 'another' }) });
      return [old.SK];
    },
  },
  {
    kind: 'take a consent out of a list',
    findable: 'always',
    make: async (ground) => {
      const old = ground.random.pick(consentsOf(ground, isWhole));
      const name = ground.random.pick(['emailKey', 'projectKey', 'valueDigests']);
      await change(ground, old, { ...old, [name]: flip(old[name], ground.random) });
      return [old.SK];
    },
  },
  {
    kind: 'edit sizes',
    findable: { never: 'sizes of items and answers are no evidence' },
    make: async (ground) => {
      const old = ground.random.pick(consentsOf(ground));
      await change(ground, old, { ...old, storedBytes: 1, answerBytes: 1 });
      return [old.SK];
    },
  },
  {
    kind: 'put a copy under another key',
    findable: 'always',
    make: async (ground) => {
      const old = ground.random.pick(consentsOf(ground));
      changeUnseen(ground.register, undefined, { ...old, PK: keyOf.consent(madeAccount, 'f'.repeat(32)).PK });
      return [old.SK];
    },
  },
];

/** What is done to consents. */
export const recordDamages: readonly Damage[] = [
  ...Object.entries(edits).flatMap(([name, edit]) =>
    [true, false].map((isSeen) => editOne(name, edit, isWhole, isSeen)),
  ),
  editOne(
    'proof',
    () => ({ proof: compress({ html: 'another' }) }),
    (item) => isWhole(item) && hasOwnProof(item),
    true,
  ),
  editOne('time of a revocation', ({ revokeTime }) => ({ revokeTime: earlier(revokeTime, 0.3) }), isRevoked, true),
  editOne('channel of a revocation', () => ({ revokeChannel: 'email' }), isRevoked, true),
  editOne(
    'what stays of an erased one',
    () => ({ lang: 'deu' }),
    ({ eraseTime }) => eraseTime !== undefined,
    true,
  ),
  ...deletions,
  insert('insert a consent of days ago', 'always', 3, true),
  insert('insert a consent of days ago, the job off', 'always', 3, false),
  insert('insert a consent of a month ahead', 'always', -30, true),
  insert('insert a consent of now', { never: present }, 0, true),
  ...states,
  ...erasures,
  ...elsewhere,
];
