import { expect, test } from 'vitest';
import { describeService } from '../../../cli/local/running.ts';

const service = { baseUrl: 'http://127.0.0.1:65535', hasDemoData: true, stores: new Map(), exposed: [] };

const columns = 80;

/** The rows that text takes in a terminal. */
const rowsOf = (text: string): number =>
  text.split('\n').reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / columns)), 0);

test('what a start prints fits into 12 rows of 80 columns, and one of them is the first consent', () => {
  const text = describeService(service, true);
  const long = text.split('\n').filter((line) => line.length > columns);

  expect(rowsOf(text)).toBeLessThanOrEqual(12);
  expect(long).toEqual([expect.stringMatching(/^curl /)]);
  expect(text).toContain(
    'http://127.0.0.1:65535/console\nLogin      demo@example.com / correct horse battery staple\n',
  );
});

test('without demo data it names the command that makes the first account', () => {
  expect(describeService({ ...service, hasDemoData: false }, false)).toContain(
    'No demo data. Make the first account, user and project in another terminal:\nnpm run admin -- setup --local\n',
  );
});
