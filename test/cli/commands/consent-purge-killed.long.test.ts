import { expect, test } from 'vitest';
import { representFile } from '../../support/representative.ts';
import { killAt, mendAfterEach } from '../killed-purge.ts';

representFile(
  'test/cli/commands/consent-purge-killed.test.ts',
  'a purge that was killed at one of its writes is finished by the same command',
);

mendAfterEach();

test.each([
  ['evidence is kept, the write is lost', false, false],
  ['everything goes, the answer is lost', true, true],
])(
  'a purge that was killed at any of its writes is finished by the same command: %s',
  { timeout: 120_000 },
  async (_, everything, isDone) => {
    let writes = 0;
    while (await killAt(writes, everything, isDone)) writes += 1;

    expect(writes).toBeGreaterThan(8);
  },
);
