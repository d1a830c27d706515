import { expect, test } from 'vitest';
import { nameLog } from '../../../shared/log/keys.ts';

test('a log is named after its stage and the key that signs it', () => {
  const [key, other] = [new Uint8Array(32), new Uint8Array(32).fill(1)];
  const name = nameLog('prod', key);

  expect(name).toMatch(/^prod-[0-9a-v]{8}$/);
  expect(nameLog('prod', key)).toBe(name);
  expect(nameLog('prod', other)).not.toBe(name);
  expect(nameLog('test', key)).toBe(name.replace('prod', 'test'));
});
