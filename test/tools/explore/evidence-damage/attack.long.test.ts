import { expect, test } from 'vitest';
import { attack } from '../../../../tools/explore/evidence-damage/attack.ts';
import { verifyDocument } from '../../../../verifier/verify.ts';
import { soundStatements } from '../../../evidence/sound-statements.ts';
import { documentKeyOf, sealDocument } from '../../../support/evidence-document.ts';
import { newRandom } from '../../../support/random.ts';
import { representFile } from '../../../support/representative.ts';
import { runs, seed } from '../../../support/seed.ts';

representFile('test/verifier/verify.test.ts', 'the part that was changed is named');

const key = documentKeyOf('a register');
const documents = Object.values(soundStatements).map((make) => sealDocument(make(), key));

test.each(['canonical', 'members', 'header', 'signature'])(
  'a verifier that forgets to look at %s is found out',
  async (forgotten) => {
    const verify: typeof verifyDocument = async (...asked) => {
      const verification = await verifyDocument(...asked);
      const checks = verification.checks.map((check) => (check.name === forgotten ? { ...check, holds: true } : check));
      const isRefused = verification.signer === undefined || checks.some(({ holds }) => holds === false);
      return { ...verification, checks, verdict: isRefused ? 'refused' : 'valid' };
    };
    const { accepted } = await attack(newRandom(seed), documents, key, runs(500), verify);

    expect(accepted).not.toEqual([]);
  },
);
