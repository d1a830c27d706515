import { expect, test } from 'vitest';
import { limits } from '../shared/limits.ts';
import type { Cost } from '../tools/bench/costliest/measure.ts';
import { costliestTables } from '../tools/bench/costliest/tables.ts';

test('all are listed, with what one account can take of them in a minute', () => {
  const cost: Cost = {
    operation: 'searchConsents',
    name: 'a large page',
    status: 200,
    sentBytes: 100,
    answerBytes: 4_096,
    read: 1_000,
    write: 1,
    counted: limits.searchUnitsPerMinute / 4,
  };
  const small: Cost = { ...cost, operation: 'getNotices', name: 'a small page', read: 1, counted: 0 };
  const listed = costliestTables([small, cost]);
  const [inBytes, inMinutes] = listed.split('| a large page |');

  expect(inBytes).not.toContain('| a small page |');
  expect(inMinutes).toContain('| a small page |');
  for (const { name } of [cost, small]) expect(listed.split(`| ${name} |`)).toHaveLength(3);
  expect(listed).toContain(`| a large page | ${cost.counted} | 4 | 4 |`);
});
