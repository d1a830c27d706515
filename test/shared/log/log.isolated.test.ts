import { expect, test } from 'vitest';
import { parseConsent } from '../../../shared/consents/consent.ts';
import { findLeaf, readBlocks } from '../../../shared/log/blocks.ts';
import { proveLeaf } from '../../../shared/log/checkpoints.ts';
import { eventsOf, leavesOfConsent } from '../../../shared/log/leaves.ts';
import type { Leaf } from '../../../shared/log/log-event.ts';
import { isSignedBy, parseCheckpoint, parseSignedNote } from '../../../shared/log/note.ts';
import { hashLeaf, rootOfInclusion } from '../../../shared/log/tree.ts';
import { isSameBytes } from '../../../shared/runtime/values.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { getItem } from '../../../shared/store/read.ts';
import { invoke } from '../../support/call/invoke.ts';
import { addConsent, newTenant } from '../../support/make/builders.ts';
import { erase } from '../../support/make/changes.ts';
import type { RegisterLog } from '../../support/make/register-log.ts';
import { openRegisterLog } from '../../support/make/register-log.ts';
import { table } from '../../support/make/table.ts';

/** In the first checkpoint that has it. */
const proveEvent = async ({ log }: RegisterLog, event: Leaf['event']) => {
  const leaf = await findLeaf(log, event);
  const proof = leaf && (await proveLeaf(log, leaf.index));
  return proof && { ...proof, index: leaf.index };
};

const kindsOf = async ({ log }: RegisterLog, id: string): Promise<string[]> => {
  const kinds: string[] = [];
  for await (const { leaves } of readBlocks(log))
    kinds.push(...leaves.filter(({ event }) => event.id === id).map(({ event }) => event.kind));
  return kinds;
};

const readConsent = async (accountId: string, id: string) => (await getItem(table, keyOf.consent(accountId, id))) ?? {};

/** Every event of the consent, proved from what is stored of it. */
const proveAll = async (register: RegisterLog, accountId: string, id: string) => {
  const item = await readConsent(accountId, id);
  const leaves = leavesOfConsent(accountId, item);
  return Promise.all(
    leaves.map(async ({ event, entry }) => {
      const proof = await proveEvent(register, event);
      if (proof === undefined) return { kind: event.kind, holds: false };
      const { checkpoint, index, path } = proof;
      const [note, head] = [parseSignedNote(checkpoint.note), parseCheckpoint(checkpoint.note)];
      if (note === undefined || head === undefined) throw new Error('The checkpoint cannot be read.');
      expect(await isSignedBy(note, register.key)).toBe(true);
      const root = rootOfInclusion(hashLeaf(entry), { index, size: head.size, path });
      return { kind: event.kind, holds: root !== undefined && isSameBytes(root, head.root) };
    }),
  );
};

test('what happens to a consent is in the log once and in its order, and is proved from what is stored', async () => {
  const register = await openRegisterLog();
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant, { userData: { email: 'ada@example.com' } });
  await register.publish();
  await invoke('revokeConsent', { id, proof: { url: 'https://shop.example/account' } }, { token: tenant.token });
  await register.publish();

  expect(await kindsOf(register, id)).toEqual(['recorded', 'revoked']);
  expect(await proveAll(register, tenant.accountId, id)).toEqual([
    { kind: 'recorded', holds: true },
    { kind: 'revoked', holds: true },
  ]);
});

test('an erased consent has a leaf for what stays; that of its recording says nothing any more', async () => {
  const register = await openRegisterLog();
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant, { userData: { email: 'ada@example.com' } });
  await register.publish();
  const before = leavesOfConsent(tenant.accountId, await readConsent(tenant.accountId, id));
  await erase(tenant.accountId, [id]);
  await register.publish();

  expect(await kindsOf(register, id)).toEqual(['recorded', 'erased']);
  expect(await proveAll(register, tenant.accountId, id)).toEqual([{ kind: 'erased', holds: true }]);
  const item = await readConsent(tenant.accountId, id);
  expect(Buffer.from(item.salt as Uint8Array)).not.toEqual(before[0]?.entry);
  expect(eventsOf(tenant.accountId, parseConsent(item)).map(({ kind }) => kind)).toEqual(['recorded', 'erased']);
});

test('a consent that was erased with everything has a last leaf, and nothing beside', async () => {
  const register = await openRegisterLog();
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant, { userData: { email: 'ada@example.com' } });
  await register.publish();
  await erase(tenant.accountId, [id], { extent: 'everything' });
  await register.publish();

  expect(await kindsOf(register, id)).toEqual(['recorded', 'removed']);
});

test('a changed consent is proved no more', async () => {
  const register = await openRegisterLog();
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant, { userData: { email: 'ada@example.com' } });
  await register.publish();
  const item = await readConsent(tenant.accountId, id);
  const { event } = leavesOfConsent(tenant.accountId, item)[0] ?? { event: undefined };
  if (event === undefined) throw new Error('It has no leaf.');
  const proof = await proveEvent(register, event);
  const changed = leavesOfConsent(tenant.accountId, { ...item, lang: 'deu' });
  const head = parseCheckpoint(proof?.checkpoint.note ?? '');

  expect(proof).toBeDefined();
  expect(
    rootOfInclusion(hashLeaf(changed[0]?.entry ?? new Uint8Array()), {
      index: proof?.index ?? 0,
      size: head?.size ?? 0,
      path: proof?.path ?? [],
    }),
  ).not.toEqual(head?.root);
});
