import { expect, test, vi } from 'vitest';
import { attack } from '../../../../tools/explore/log-damage/attack.ts';
import { newRandom } from '../../../support/random.ts';
import { seed } from '../../../support/seed.ts';

/** One of those that each part of the audit is for. */
const kinds = [
  'delete a consent',
  'delete a consent, the job off',
  'delete a consent, and take the account from its leaf',
  'delete a consent, and call its leaf a revocation',
  'delete a consent, and call its leaf a revocation of an erased one',
  'delete a checkpoint, and write the index anew',
  'undo a revocation',
  'take a consent out of a list',
  'edit whether people are asked again of a version',
  'put a version under another key',
  'name an earlier version as the current one',
  'delete an entry of the operations log',
  'retire a notice with its versions',
  'insert a consent of a month ahead',
  'replace a consent by one that came erased',
  'take an erasure out of its list',
  'bring an erased one back',
  'cut the end of the log and of the table',
];

test('`log verify` finds what each part of it is for, and names the record', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});

  const outcome = await attack(newRandom(seed), kinds.length, kinds);

  expect(outcome.wrong).toEqual([]);
  expect(outcome.kinds.map(({ kind }) => kind).sort()).toEqual(kinds.toSorted());
});
