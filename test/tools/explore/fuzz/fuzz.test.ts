import { expect, test } from 'vitest';
import { loadFunctions } from '../../../../cli/local/service.ts';
import { cases } from '../../../../tools/explore/fuzz/cases.ts';
import { prepareGround } from '../../../../tools/explore/fuzz/ground.ts';
import { judge } from '../../../../tools/explore/fuzz/judge.ts';
import { sameReading } from '../../../../tools/explore/fuzz/readings.ts';
import { sameMeaning, spell } from '../../../../tools/explore/fuzz/same.ts';
import { callInProcess } from '../../../support/caller.ts';
import { decodeBody } from '../../../support/decode.ts';
import { toEvent } from '../../../support/event.ts';
import { fc } from '../../../support/properties.ts';
import { runs } from '../../../support/seed.ts';
import { table } from '../../../support/table.ts';

const functions = await loadFunctions();
const { known, token } = await prepareGround(table, await callInProcess());

test('hostile requests are answered as the contract says', async () => {
  const statuses = new Set<number>();
  const property = fc.asyncProperty(cases(known, token), async (request) => {
    statuses.add((await judge(functions, request)).status);
  });

  await fc.assert(property, { numRuns: runs(120) });

  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 415, 422]));
});

test('the same meaning does the same in every encoding', () =>
  fc.assert(sameMeaning(functions, known, token), { numRuns: runs(10) }));

test('a long list, spaces and numbers are read alike in every encoding, however they are spelled', () => {
  const pid = Array.from({ length: 11 }, (_, i) => String(i));
  const meant = { pid, userData: { 'full name': 'Ada + Rossi & 100%', height: '1.70', size: '1e3' } };
  const arrays = new Set(['pid']);

  for (let choice = 0; choice < 12; choice += 1) {
    for (const encoded of spell(meant, [choice], arrays)) {
      const read = decodeBody(toEvent('addConsent', encoded, {}), arrays);
      expect(JSON.parse(JSON.stringify(read)), encoded.body.toString()).toEqual(meant);
    }
  }
});

test('a multipart body is read as others read it, or refused', () => fc.assert(sameReading(), { numRuns: runs(100) }));
