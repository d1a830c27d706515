import { describe, expect, test } from 'vitest';
import { limits } from '../../shared/api/limits.ts';
import { findGuessable } from '../../shared/identity/password-rules.ts';
import { whose } from '../cli/guessed-passwords.ts';
import { newRandom, noise } from '../support/make/chance.ts';

describe('what is random is not', () => {
  test('generated passwords', async () => {
    for (let i = 0; i < 100; i += 1) {
      const password = noise(18).toString('base64url');
      expect(await findGuessable(password, whose), password).toBeUndefined();
    }
  });

  test('four words of a list, however they are joined', async () => {
    const { dictionary } = await import('@zxcvbn-ts/language-common');
    const words = dictionary['diceware-common'].map(String);
    const random = newRandom(1);
    for (let i = 0; i < 200; i += 1) {
      const chosen = Array.from({ length: 4 }, () => random.pick(words));
      expect(await findGuessable(chosen.join(random.pick([' ', '-', ''])), whose), chosen.join()).toBeUndefined();
    }
  });
});

test('the longest password is looked at in a part of a second', async () => {
  const begun = process.cpuUsage();
  await findGuessable('p@ssw0rd$1!'.repeat(99).slice(0, limits.passwordCharactersMost), whose);
  await findGuessable('4@'.repeat(limits.passwordCharactersMost / 2), whose);
  const { user } = process.cpuUsage(begun);

  expect(user / 1e6).toBeLessThan(0.5);
});
