import { beforeAll, describe, expect, test } from 'vitest';
import { encodeStampRequest, stampCheckpoint } from '../../shared/log/time-stamp.ts';
import { faultOf, note, serveReplies } from '../shared/log/served-authority.ts';
import { writeAnswers } from '../shared/log/stored-authority.ts';
import type { Authority } from '../shared/log/time-stamp-authority.ts';
import { needsOpenssl, openAuthority } from '../shared/log/time-stamp-authority.ts';

/** The request with a digest of SHA-3, which openssl is not told to take. */
const withOtherDigest = (request: Uint8Array): Uint8Array => {
  const changed = new Uint8Array(request);
  changed[changed.indexOf(0x60) + 8] = 8;
  return changed;
};

describe('an authority that is openssl', needsOpenssl, () => {
  let openssl: Authority;

  const store = async (): Promise<void> => {
    const imprint = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(note)));
    const request = encodeStampRequest({ imprint, nonce: Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9]) });
    const answerTo = async (asked: Uint8Array): Promise<string> => (await openssl.reply(asked)).toString('base64');
    writeAnswers({
      request: Buffer.from(request).toString('base64'),
      granted: await answerTo(request),
      refused: await answerTo(withOtherDigest(request)),
    });
  };

  beforeAll(async () => {
    openssl = await openAuthority();
    if (process.env.STAMPS === 'write') await store();
  });

  test('stamps a checkpoint, which openssl verifies', async () => {
    const token = await stampCheckpoint({ authority: await serveReplies(openssl.reply), note });

    expect(await openssl.verifies(token, note)).toBe(true);
    expect(await openssl.verifies(token, `${note} `)).toBe(false);
  });

  test('refuses a digest that it does not take', async () => {
    const authority = await serveReplies((asked) => openssl.reply(withOtherDigest(asked)));

    expect(await faultOf(stampCheckpoint({ authority, note }))).toMatchObject({ fault: 'refused' });
  });
});
