import { expect } from 'vitest';
import { loadFunctions } from '../../../cli/local/service.ts';
import type { OperationName } from '../../../shared/contract.ts';
import { contract } from '../../../shared/contract.ts';
import { callInProcess } from '../../../test/support/caller.ts';
import { fc } from '../../../test/support/properties.ts';
import { table } from '../../../test/support/table.ts';
import { cases } from './cases.ts';
import { prepareGround } from './ground.ts';
import { judge } from './judge.ts';
import { sameReading } from './readings.ts';
import { sameMeaning } from './same.ts';

/** All but those that take a password or a refresh token, which no case has. */
const guarded = (Object.keys(contract) as OperationName[])
  .filter((name) => contract[name].access !== 'anyone' && contract[name].access !== 'bearer')
  .sort();

const functions = await loadFunctions();
const { known, token } = await prepareGround(table, await callInProcess());

/** So many hostile requests are answered as the contract says; of `all` operations some succeed where there are enough. */
export const expectJudged = async (count: number, all: boolean): Promise<void> => {
  const statuses = new Set<number>();
  const succeeded = new Set<OperationName>();
  const property = fc.asyncProperty(cases(known, token), async (request) => {
    const { status } = await judge(functions, request);
    statuses.add(status);
    if (status === 200) succeeded.add(request.operation);
  });

  await fc.assert(property, { numRuns: count });

  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 415, 422]));
  if (all) expect([...succeeded].sort()).toEqual(guarded);
};

/** So many meanings do the same in every encoding. */
export const expectSameMeaning = (count: number): Promise<void> =>
  fc.assert(sameMeaning(functions, known, token), { numRuns: count });

/** So many multipart bodies are read as others read them, or refused. */
export const expectSameReading = (count: number): Promise<void> => fc.assert(sameReading(), { numRuns: count });
