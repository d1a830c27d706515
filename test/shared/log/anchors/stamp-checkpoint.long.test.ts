import { createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  encodeStampRequest,
  newNonce,
  readStampResponse,
  stampCheckpoint,
} from '../../../../shared/log/anchors/anchor-pending.ts';
import { verifyStamp } from '../../../../shared/log/anchors/verify-stamp.ts';
import { representedBy } from '../../../support/representative.ts';
import { answerStamp, readAuthority, writeAuthority } from '../../../support/stored-authority.ts';
import type { Authorities } from '../../../support/time-stamp-authority.ts';
import { makeAuthority, needsOpenssl, openAuthorities } from '../../../support/time-stamp-authority.ts';
import { faultOf, note, serveReplies } from './served-authority.ts';

const gate = 'test/shared/log/anchors/stamp-checkpoint.test.ts';
const bytes = new TextEncoder().encode(note);

/** The request with a digest of SHA-3, which openssl is not told to take. */
const withOtherDigest = (request: Uint8Array): Uint8Array => {
  const changed = new Uint8Array(request);
  changed[changed.indexOf(0x60) + 8] = 8;
  return changed;
};

describe('an authority that is openssl', needsOpenssl, () => {
  let authorities: Authorities;
  let root: string;
  let request: Uint8Array;

  const store = async (): Promise<void> => {
    const otherRoot = await makeAuthority(authorities, 'other');
    const key = createPrivateKey(await readFile(join(authorities.folder, 'good.key')));
    const answerOf = async (...reply: Parameters<Authorities['reply']>): Promise<string> =>
      (await authorities.reply(...reply)).toString('base64');
    writeAuthority({
      root,
      otherRoot,
      key: key.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      request: Buffer.from(request).toString('base64'),
      granted: await answerOf('good', request),
      byOtherPolicy: await answerOf('good', request, '-tspolicy', '1.2.3.4'),
      refused: await answerOf('good', withOtherDigest(request)),
    });
  };

  beforeAll(async () => {
    authorities = await openAuthorities();
    root = await makeAuthority(authorities, 'good', 'rsa');
    const imprint = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    request = encodeStampRequest({ imprint, nonce: newNonce() });
    if (process.env.STAMPS === 'write') await store();
  });

  test(
    'stamps a checkpoint, as this register and openssl find',
    representedBy(gate, 'an authority > stamps a checkpoint, as this register finds'),
    async () => {
      const authority = await serveReplies((asked) => authorities.reply('good', asked));

      const token = await stampCheckpoint({ authority, note });

      expect(await verifyStamp(token, bytes, root)).toMatchObject({ verdict: 'valid' });
      expect(await authorities.accepts(token, note, root)).toBe(true);
    },
  );

  test(
    'stamps by another policy, and refuses a digest that it does not take',
    representedBy(gate, 'an authority > that refuses says why'),
    async () => {
      const authority = await serveReplies((asked) => authorities.reply('good', asked, '-tspolicy', '1.2.3.4'));
      const unknownDigest = await serveReplies((asked) => authorities.reply('good', withOtherDigest(asked)));

      await expect(stampCheckpoint({ authority, note })).resolves.toBeInstanceOf(Uint8Array);
      expect(await faultOf(stampCheckpoint({ authority: unknownDigest, note }))).toMatchObject({
        fault: 'refused',
        message: expect.stringContaining(' gave no stamp: it does not take SHA-256; '),
      });
    },
  );

  test.each(['granted', 'byOtherPolicy'] as const)(
    'takes what the stored one signs anew: %s',
    representedBy(gate, 'an authority > stamps a checkpoint, as this register finds'),
    async (answer) => {
      const stored = readAuthority();
      const response = readStampResponse(answerStamp(stored, request, answer));
      if ('refusal' in response) throw new Error(response.refusal);

      expect(await authorities.accepts(response.token, note, stored.root)).toBe(true);
      expect(await authorities.accepts(response.token, note, stored.otherRoot)).toBe(false);
    },
  );
});
