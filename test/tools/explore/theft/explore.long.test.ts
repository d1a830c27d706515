import { expect, test } from 'vitest';
import { explore } from '../../../../tools/explore/theft/explore.ts';
import { now, open } from '../../../../tools/explore/theft/session-of-two.ts';
import { representFile } from '../../../support/representative.ts';

representFile(
  'test/tools/explore/theft/explore.test.ts',
  'victim, thief and repetitions, in every order of two steps, do as the rules say',
);

test('histories that lead to the same place may go on as one', async () => {
  const service = await open();

  const merged = await explore(service, { depth: 3, now });
  const apart = await explore(service, { depth: 3, now, merges: false });

  expect(apart.places).toBeGreaterThan(5 * merged.places);
  expect(merged).toEqual({ ...apart, places: merged.places });
}, 120_000);
