import { expect, test } from 'vitest';
import { startStoreProxy } from '../../../support/store-proxy.ts';

const proxy = await startStoreProxy();
const { admin } = await import('../../../support/admin.ts');
const { erasures, table } = await import('../../../support/table.ts');
const { eraseUnderKills, runHere } = await import('../../../../tools/explore/erasure-kill/killed-erasure.ts');

test.each([
  ['person to evidence', { write: 9, isDone: true }],
  ['person with everything', { write: 'last', isDone: false }],
  ['purge', { write: 8, isDone: false }],
] as const)('an erasure that dies at a write is finished by the same command: %s', async (errand, kill) => {
  const target = { table, erasures, run: runHere(proxy, admin) };

  expect(await eraseUnderKills(target, { errand, kills: [kill] })).toMatchObject({ kills: 1, violations: [] });
});
