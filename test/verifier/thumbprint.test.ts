import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { formatThumbprint } from '../../verifier/keys.ts';

test('a thumbprint is spelled as the digits of the hash that it is, in groups of four', () => {
  for (let number = 0; number < 100; number += 1) {
    const hash = createHash('sha256').update(String(number)).digest();

    const spelled = formatThumbprint(hash.toString('base64url'));

    expect(spelled).toMatch(/^[0-9a-f]{4}(?: [0-9a-f]{4}){15}$/);
    expect(spelled.replaceAll(' ', '')).toBe(hash.toString('hex'));
  }
});
