import { expect, test } from 'vitest';
import { killAt, mendAfterEach } from '../killed-purge.ts';

mendAfterEach();

test('a purge that was killed at one of its writes is finished by the same command', { timeout: 120_000 }, async () => {
  expect(await killAt(3, false, false)).toBe(true);
  expect(await killAt(5, true, true)).toBe(true);
});
