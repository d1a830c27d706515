import { expect, test } from 'vitest';
import { verifyDocument } from '../../verifier/verify.ts';
import { soundFacts } from '../evidence/sound-facts.ts';
import { runs } from '../support/make/chance.ts';
import { fc } from '../support/make/properties.ts';
import { sealDocument } from '../support/make/statement.ts';
import { damagedDocuments } from './damaged-document.ts';
import { key, keys, now } from './reader.ts';

const documents = Object.values(soundFacts).map((make) => sealDocument(make(), key));

type Verify = (file: Uint8Array) => Promise<Pick<Awaited<ReturnType<typeof verifyDocument>>, 'verdict' | 'checks'>>;

const verify: Verify = (file) => verifyDocument(file, { keys, now });

/** A damaged document is refused, with a reason; or consistent, where somebody signed it of whom the reader knows nothing. */
const isRefused = (ask: Verify) =>
  fc.asyncProperty(damagedDocuments(documents, key), async ({ file, isSignedAgain }) => {
    const { verdict, checks } = await ask(file);
    if (verdict === 'refused') expect(checks.some(({ holds }) => holds === false)).toBe(true);
    else expect([verdict, isSignedAgain]).toEqual(['consistent', true]);
  });

test('no damaged document is accepted', () => fc.assert(isRefused(verify), { numRuns: runs(150) }));

test.each(['canonical', 'document', 'header', 'signature'])(
  'a verifier that forgets to look at %s is found out',
  async (forgotten) => {
    const forgetful: Verify = async (file) => {
      const { signer, checks: all } = await verifyDocument(file, { keys, now });
      const checks = all.filter(({ name }) => name !== forgotten);
      const isSound = signer !== undefined && checks.every(({ holds }) => holds !== false);
      return { checks, verdict: isSound ? 'valid' : 'refused' };
    };

    expect(await fc.check(isRefused(forgetful), { numRuns: runs(1_000), endOnFailure: true })).toMatchObject({
      failed: true,
    });
  },
);
