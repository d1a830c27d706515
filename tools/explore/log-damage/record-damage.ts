import { toErasedItem } from '../../../shared/consents/erased-form.ts';
import { compress } from '../../../shared/store/compression.ts';
import { erasuresKeyOf, keyOf } from '../../../shared/store/keys.ts';
import type { MadeItem } from '../../../test/support/made-consents.ts';
import { madeAccount, madeDigester, makeConsents } from '../../../test/support/made-consents.ts';
import type { Damage, Ground } from './damage.ts';
import {
  anyConsent,
  change,
  changeOne,
  changeUnseen,
  consentsOf,
  earlier,
  flip,
  insertOne,
  isWhole,
} from './damage.ts';

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

const isRevoked = ({ revokeTime, eraseTime }: MadeItem): boolean => revokeTime !== undefined && eraseTime === undefined;
const isOpen = ({ revokeTime, eraseTime }: MadeItem): boolean => revokeTime === undefined && eraseTime === undefined;
const hasOwnProof = ({ proof }: MadeItem): boolean => proof !== undefined;
const isWholeWithProof = (item: MadeItem): boolean => isWhole(item) && hasOwnProof(item);
const isSharer = ({ proofId }: MadeItem): boolean => proofId !== undefined;

const editOne = (name: string, edit: Edit, fits: (item: MadeItem) => boolean, isSeen = true): Damage =>
  changeOne(`edit ${name}`, anyConsent(fits), (old, ground) => ({ ...old, ...edit(old, ground) }), { isSeen });

const newRecord = ({ random, register }: Ground, daysAgo: number): MadeItem => {
  const at = new Date(register.now.getTime() - daysAgo * 86_400_000);
  const versions = [{ pid: 1, versionId: 'c'.repeat(32), contentHash: 'd'.repeat(64) }];
  const [item] = makeConsents(random, { now: at, email: `new${random.below(1_000_000)}@example.com`, versions });
  if (item === undefined) throw new Error('There is no consent.');
  return item;
};

const present =
  'what is written now through the stream is an event of now: the log proves since when, not that it is true';

const withoutRevocation = ({
  revokeTime,
  revokeChannel,
  revokeProof,
  revokeObserved,
  revokeProofBytes,
  revokeProofHash,
  ...open
}: MadeItem): MadeItem => open as MadeItem;

const forgeRevocation =
  (daysAgo: number) =>
  (old: MadeItem, { register }: Ground): MadeItem => ({
    ...old,
    revokeTime: earlier(register.now.toISOString(), daysAgo),
    revokeChannel: 'web',
    revokeProof: compress({ html: 'forged' }),
  });

const eraseOf = (item: MadeItem, { register: { now } }: Ground): MadeItem =>
  toErasedItem({ accountId: madeAccount, item, digester: madeDigester }, now);

/** As an import of a consent that another register erased. */
const cameErased = (item: MadeItem, ground: Ground): MadeItem => ({
  ...eraseOf(item, ground),
  imported: { source: 'crm', line: 1, at: ground.register.now.toISOString(), by: 'local:ada' },
});

const listErased = ({ register: { erasures, now } }: Ground, id: string): void =>
  erasures.put({
    ...erasuresKeyOf.latest(madeAccount, id),
    consentId: id,
    time: now.toISOString(),
    extent: 'evidence',
  });

const states: readonly Damage[] = [
  changeOne('undo a revocation', anyConsent(isRevoked), withoutRevocation),
  changeOne('forge a revocation of days ago', anyConsent(isOpen), forgeRevocation(2)),
  changeOne('forge a revocation of now', anyConsent(isOpen), forgeRevocation(0), { findable: { never: present } }),
  changeOne('mark as erased', anyConsent(isWholeWithProof), eraseOf),
  {
    kind: 'bring an erased one back',
    findable: 'always',
    make: async (ground) => {
      const erased = ground.history.changes.filter(
        ({ old, now }) => old !== undefined && (now === undefined || now.eraseTime !== undefined),
      );
      const { old } = ground.random.pick(erased);
      if (old === undefined) throw new Error('Nothing was erased.');
      await change(ground, ground.register.table.get(old), old);
      return [old.SK];
    },
  },
];

/** What is done by erasures that are none. */
const erasures: readonly Damage[] = [
  {
    kind: 'undo a revocation, then erase the consent',
    findable: 'always',
    make: async (ground) => {
      const old = anyConsent((item) => isRevoked(item) && hasOwnProof(item))(ground);
      const open = withoutRevocation(old);
      changeUnseen(ground.register, old, open);
      listErased(ground, old.SK);
      await change(ground, open, eraseOf(open, ground));
      return [old.SK];
    },
  },
  changeOne('replace a consent by one that came erased', anyConsent(isWholeWithProof), cameErased),
  insertOne('insert an erased consent of days ago that is listed', (ground) => {
    const item = newRecord(ground, 3);
    listErased(ground, item.SK);
    return eraseOf(item, ground);
  }),
  insertOne('insert a consent that came erased', (ground) => cameErased(newRecord(ground, 3), ground), {
    findable: { never: 'an import of a consent that another register erased looks the same' },
  }),
];

const anyKeeper = (ground: Ground): MadeItem => {
  const { proofId } = anyConsent(isSharer)(ground);
  const keeper = ground.register.table.get(keyOf.consent(madeAccount, String(proofId)));
  if (keeper === undefined) throw new Error('There is no keeper.');
  return keeper;
};

const elsewhere: readonly Damage[] = [
  changeOne('edit the proof that others share', anyKeeper, (old) => ({ ...old, proof: compress({ html: 'another' }) })),
  changeOne('name another proof', anyConsent(isSharer), (old, ground) => {
    const keepers = consentsOf(ground, ({ proof, SK }) => proof !== undefined && SK !== old.proofId);
    return { ...old, proofId: ground.random.pick(keepers).SK };
  }),
  {
    kind: 'edit the long proof of a revocation',
    findable: 'always',
    make: async (ground) => {
      const old = anyConsent(({ revokeProofBytes }) => revokeProofBytes !== undefined)(ground);
      const key = keyOf.revokeProof(madeAccount, old.SK);
      ground.register.table.put({ ...key, revokeProof: compress({ html: 'another' }) });
      return [old.SK];
    },
  },
  changeOne('take a consent out of a list', anyConsent(isWhole), (old, { random }) => {
    const name = random.pick(['emailKey', 'projectKey', 'valueDigests']);
    return { ...old, [name]: flip(old[name], random) };
  }),
  changeOne('edit sizes', anyConsent(), (old) => ({ ...old, storedBytes: 1, answerBytes: 1 }), {
    findable: { never: 'sizes of items and answers are no evidence' },
  }),
  {
    kind: 'put a copy under another key',
    findable: 'always',
    make: async (ground) => {
      const old = anyConsent()(ground);
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
  editOne('proof', () => ({ proof: compress({ html: 'another' }) }), isWholeWithProof),
  editOne('time of a revocation', ({ revokeTime }) => ({ revokeTime: earlier(revokeTime, 0.3) }), isRevoked),
  editOne('channel of a revocation', () => ({ revokeChannel: 'email' }), isRevoked),
  editOne(
    'what stays of an erased one',
    () => ({ lang: 'deu' }),
    ({ eraseTime }) => eraseTime !== undefined,
  ),
  ...[true, false].map((isSeen) => changeOne('delete a consent', anyConsent(), () => undefined, { isSeen })),
  insertOne('insert a consent of days ago', (ground) => newRecord(ground, 3)),
  insertOne('insert a consent of days ago', (ground) => newRecord(ground, 3), { isSeen: false }),
  insertOne('insert a consent of a month ahead', (ground) => newRecord(ground, -30)),
  insertOne('insert a consent of now', (ground) => newRecord(ground, 0), { findable: { never: present } }),
  ...states,
  ...erasures,
  ...elsewhere,
];
