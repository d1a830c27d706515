import { expect, test } from 'vitest';
import { loadFunctions } from '../../../cli/local/functions.ts';
import type { OperationName } from '../../../shared/contract.ts';
import { contract } from '../../../shared/contract.ts';
import { callInProcess } from '../../support/caller.ts';
import { fc } from '../../support/properties.ts';
import { runs } from '../../support/seed.ts';
import { table } from '../../support/table.ts';
import { cases } from './cases.ts';
import { prepareGround } from './ground.ts';
import { judge } from './judge.ts';
import { sameReading } from './readings.ts';
import { sameMeaning } from './same.ts';

/** All but those that take a password or a refresh token, which no case has. */
const guarded = (Object.keys(contract) as OperationName[]).filter((name) => contract[name].access !== 'anyone').sort();

const functions = await loadFunctions();
const { known, token } = await prepareGround(table, await callInProcess());

test('hostile requests are answered as the contract says', async () => {
  const statuses = new Set<number>();
  const succeeded = new Set<OperationName>();
  const property = fc.asyncProperty(cases(known, token), async (request) => {
    const { status } = await judge(functions, request);
    statuses.add(status);
    if (status === 200) succeeded.add(request.operation);
  });

  await fc.assert(property, { numRuns: runs(1_000) });

  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 415, 422]));
  expect([...succeeded].sort()).toEqual(guarded);
});

test('the same meaning does the same in every encoding', async () => {
  await fc.assert(sameMeaning(functions, known, token), { numRuns: runs(100) });
});

test('a multipart body is read as others read it, or refused', async () => {
  await fc.assert(sameReading(), { numRuns: runs(1_000) });
});
