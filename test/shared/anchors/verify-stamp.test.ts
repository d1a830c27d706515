import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StampVerification } from '../../../shared/anchors/stamp-verification.ts';
import { encodeStampRequest, newNonce } from '../../../shared/anchors/time-stamp-request.ts';
import { readStampResponse } from '../../../shared/anchors/time-stamp-response.ts';
import { verifyStamp } from '../../../shared/anchors/verify-stamp.ts';
import type { Authorities, KeyKind } from '../../support/time-stamp-authority.ts';
import { issuing, makeAuthority, needsOpenssl, openAuthorities, stamping } from '../../support/time-stamp-authority.ts';

const bytes = new TextEncoder().encode('consent-register/test\n7\ncm9vdA==\n\n— consent-register/test c2lnbmF0dXJl\n');
const otherBytes = new TextEncoder().encode('consent-register/test\n8\ncm9vdA==\n');

const failing = ({ checks }: StampVerification): string[] =>
  checks.filter(({ holds }) => holds === false).map(({ name }) => name);

const sayingOf = ({ checks }: StampVerification, name: string): string | undefined =>
  checks.find((check) => check.name === name)?.says;

/** The same with one octet changed: in all its bits, or in one. */
const damage = (whole: Uint8Array, at: number): Uint8Array =>
  whole.map((octet, i) => (i === at ? octet ^ (at % 2 === 0 ? 0xff : 0x01) : octet));

describe('a stamp', needsOpenssl, () => {
  let authorities: Authorities;
  let root: string;
  let token: Uint8Array;

  const stamp = async (name: string, ...more: string[]): Promise<Uint8Array> => {
    const imprint = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    const request = encodeStampRequest({ imprint, nonce: newNonce() });
    const response = readStampResponse(new Uint8Array(await authorities.reply(name, request, ...more)));
    if ('refusal' in response) throw new Error(response.refusal);
    return response.token;
  };

  beforeAll(async () => {
    authorities = await openAuthorities();
    root = await makeAuthority(authorities, 'good');
    token = await stamp('good');
  });

  afterAll(() => authorities.remove());

  test('of a trusted authority is valid, and says who stamped when by which rules', async () => {
    const before = Date.now();
    const fresh = await stamp('good');

    const verification = await verifyStamp(fresh, bytes, root);

    expect(verification).toEqual({
      verdict: 'valid',
      checks: [
        { name: 'form', holds: true, says: 'It is a time stamp of one authority.' },
        { name: 'imprint', holds: true, says: 'The stamp is for these bytes.' },
        { name: 'signature', holds: true, says: 'The stamp is as it was signed.' },
        { name: 'purpose', holds: true, says: 'The certificate is for time stamps, and was valid then.' },
        {
          ...{ name: 'trust', holds: true },
          says: 'The authority is vouched for by a certificate that you trust: good-root, Clocks.',
        },
      ],
      stamp: {
        ...{ authority: 'good, Clocks', policy: '1.3.6.1.4.1.13762.3', serial: expect.stringMatching(/^[0-9A-F]+$/i) },
        ...{ time: expect.any(String), nonce: expect.stringMatching(/^01[0-9a-f]{16}$/) },
      },
    });
    expect(Math.abs(new Date(verification.stamp?.time ?? '').getTime() - before)).toBeLessThan(10_000);
    expect(await authorities.accepts(fresh, bytes, root)).toBe(true);
  });

  test.each<KeyKind>(['rsa', 'p384', 'p521'])('of an authority with a key of %s is valid', async (key) => {
    const own = await makeAuthority(authorities, `of-${key}`, key);
    const other = await stamp(`of-${key}`, ...(key === 'p521' ? ['-sha512'] : []));

    expect(await verifyStamp(other, bytes, own)).toMatchObject({ verdict: 'valid' });
    expect(await authorities.accepts(other, bytes, own)).toBe(true);
  });

  test('signed by RSA-PSS, which "openssl ts" does not check, is valid', async () => {
    const own = await makeAuthority(authorities, 'pss', 'rsa');
    const padding = ['-keyopt', 'rsa_padding_mode:pss', '-keyopt', 'rsa_pss_saltlen:-1'];
    const signed = await authorities.signAnew('pss', await stamp('good'), '-cades', ...padding);

    expect(await verifyStamp(signed, bytes, own)).toMatchObject({ verdict: 'valid' });
  });

  test('with a key of RSA that is too short is refused', async () => {
    const own = await makeAuthority(authorities, 'short', 'short');

    expect(sayingOf(await verifyStamp(await stamp('short'), bytes, own), 'signature')).toBe(
      'The RSA key is too short.',
    );
  });

  test('written with indefinite lengths, as some libraries do, is valid', async () => {
    const streamed = await authorities.signAnew('good', token, '-cades', '-stream', '-certfile', 'good-root.pem');

    expect(streamed.subarray(0, 2).toString('hex')).toBe('3080');
    expect(await verifyStamp(streamed, bytes, root)).toMatchObject({ verdict: 'valid' });
    expect(await authorities.accepts(streamed, bytes, root)).toBe(true);
  });

  test('that names its signer by key identifier is valid', async () => {
    const named = await authorities.signAnew('good', token, '-cades', '-keyid');

    expect(await verifyStamp(named, bytes, root)).toMatchObject({ verdict: 'valid' });
  });

  test('for other bytes is refused', async () => {
    expect(failing(await verifyStamp(token, otherBytes, root))).toEqual(['imprint']);
    expect(await authorities.accepts(token, otherBytes, root)).toBe(false);
  });

  test.each([
    ['no certificate that the reader trusts', () => '', 'You named no certificate'],
    ['the certificates of others', () => makeAuthority(authorities, 'another'), 'No certificate that you trust leads'],
    ['what is no certificate', async () => 'trust me', 'has no certificate in PEM'],
  ])('with %s is consistent', async (_what, trusted, says) => {
    const verification = await verifyStamp(token, bytes, await trusted());

    expect(verification.verdict).toBe('consistent');
    expect(sayingOf(verification, 'trust')).toContain(says);
  });

  test('is valid for a reader who trusts the certificate of the authority itself, among others', async () => {
    const own = await readFile(join(authorities.folder, 'good.pem'), 'utf8');
    const other = await makeAuthority(authorities, 'beside');

    expect(await verifyStamp(token, bytes, `Some words.\n${other}${own}`)).toMatchObject({ verdict: 'valid' });
  });

  test('without its certificate is checked by the one that the reader has', async () => {
    const own = await readFile(join(authorities.folder, 'good.pem'), 'utf8');
    const bare = await authorities.signAnew('good', token, '-cades', '-nocerts');

    expect(await verifyStamp(bare, bytes, own)).toMatchObject({ verdict: 'valid' });
    expect(failing(await verifyStamp(bare, bytes, root))).toEqual(['signature', 'purpose']);
  });

  test('leads to a trusted root over issuers that came with it', async () => {
    const top = await authorities.make({ name: 'top', extensions: issuing });
    await authorities.make({ name: 'middle', issuer: 'top', key: 'p384', extensions: issuing });
    await authorities.make({ name: 'deep', issuer: 'middle', extensions: stamping });

    const withChain = await stamp('deep', '-chain', 'middle.pem');

    expect(await verifyStamp(withChain, bytes, top)).toMatchObject({ verdict: 'valid' });
    expect(await authorities.accepts(withChain, bytes, top)).toBe(true);
    expect(await verifyStamp(await stamp('deep'), bytes, top)).toMatchObject({ verdict: 'consistent' });
  });

  test.each([
    ['is no issuer', ['basicConstraints=critical,CA:FALSE', 'keyUsage=critical,keyCertSign']],
    ['may not sign certificates', ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,digitalSignature']],
    ['is for other purposes', [...issuing, 'extendedKeyUsage=serverAuth']],
    ['allows names that are not looked at', [...issuing, 'nameConstraints=critical,permitted;DNS:example.org']],
  ])('does not lead over a certificate that %s', async (what, extensions) => {
    const name = what.replaceAll(' ', '-');
    const top = await authorities.make({ name: `top-${name}`, extensions: issuing });
    await authorities.make({ name: `middle-${name}`, issuer: `top-${name}`, extensions });
    await authorities.make({ name: `deep-${name}`, issuer: `middle-${name}`, extensions: stamping });
    const withChain = await stamp(`deep-${name}`, '-chain', `middle-${name}.pem`);

    expect(await verifyStamp(withChain, bytes, top)).toMatchObject({ verdict: 'consistent' });
  });

  test('does not lead over more issuers than a certificate allows', async () => {
    const top = await authorities.make({ name: 'strict', extensions: ['basicConstraints=critical,CA:TRUE,pathlen:0'] });
    await authorities.make({ name: 'one-more', issuer: 'strict', extensions: issuing });
    await authorities.make({ name: 'too-deep', issuer: 'one-more', extensions: stamping });
    await authorities.make({ name: 'near', issuer: 'strict', extensions: stamping });

    const deep = await stamp('too-deep', '-chain', 'one-more.pem');

    expect(await verifyStamp(deep, bytes, top)).toMatchObject({ verdict: 'consistent' });
    expect(await authorities.accepts(deep, bytes, top)).toBe(false);
    expect(await verifyStamp(await stamp('near'), bytes, top)).toMatchObject({ verdict: 'valid' });
  });

  test('does not lead to a root of the same name with another key', async () => {
    const first = await authorities.make({ name: 'twin', extensions: issuing });
    await authorities.make({ name: 'under-twin', issuer: 'twin', extensions: stamping });
    const second = await authorities.make({ name: 'twin', extensions: issuing });
    const under = await stamp('under-twin');

    expect(await verifyStamp(under, bytes, second)).toMatchObject({ verdict: 'consistent' });
    expect(await verifyStamp(under, bytes, `${second}${first}`)).toMatchObject({ verdict: 'valid' });
  });

  test.each([
    ['has no purpose', ['keyUsage=digitalSignature'], 'is not for time stamps alone'],
    ['is for more than stamps', ['extendedKeyUsage=critical,timeStamping,clientAuth'], 'is not for time stamps alone'],
    ['says its purpose as a hint', ['extendedKeyUsage=timeStamping'], 'does not say as critical'],
    ['may not sign', ['extendedKeyUsage=critical,timeStamping', 'keyUsage=keyEncipherment'], 'may not sign'],
    [
      'has a critical extension of others',
      ['extendedKeyUsage=critical,timeStamping', '1.2.3.4=critical,ASN1:NULL'],
      'has a critical extension',
    ],
  ])('by a certificate that %s is refused', async (what, extensions, says) => {
    const name = what.replaceAll(' ', '-');
    await authorities.make({ name, issuer: 'good-root', extensions });
    const signed = await authorities.signAnew(name, await stamp('good'), '-cades');

    const verification = await verifyStamp(signed, bytes, root);

    expect(failing(verification)).toEqual(['purpose']);
    expect(sayingOf(verification, 'purpose')).toContain(says);
  });

  test('given when the certificate of the authority was over is refused', async () => {
    await authorities.make({ name: 'over', issuer: 'good-root', extensions: stamping, days: -1 });
    const signed = await authorities.signAnew('over', token, '-cades');

    const verification = await verifyStamp(signed, bytes, root);

    expect(failing(verification)).toEqual(['purpose']);
    expect(sayingOf(verification, 'purpose')).toContain('was not valid at the time of the stamp');
    expect(await authorities.accepts(signed, bytes, root)).toBe(false);
  });

  test('given when a root was over does not lead to it', async () => {
    const over = await authorities.make({ name: 'over-root', extensions: issuing, days: -1 });
    await authorities.make({ name: 'under-over', issuer: 'over-root', extensions: stamping });

    expect(await verifyStamp(await stamp('under-over'), bytes, over)).toMatchObject({ verdict: 'consistent' });
  });

  test('that does not say which certificate it is signed with is refused', async () => {
    const signed = await authorities.signAnew('good', token);

    expect(failing(await verifyStamp(signed, bytes, root))).toEqual(['signature']);
    expect(await authorities.accepts(signed, bytes, root)).toBe(false);
  });

  test('signed for something else, and called a stamp later, is refused, which openssl does not look at', async () => {
    const other = ['-econtent_type', '1.2.840.113549.1.9.16.1.5'];
    const signed = await authorities.signAnew('good', token, '-cades', ...other);
    const type = Buffer.from('060b2a864886f70d01091001', 'hex');
    signed[signed.indexOf(type) + type.length] = 4;

    expect(sayingOf(await verifyStamp(signed, bytes, root), 'signature')).toContain(
      'for something else than a time stamp',
    );
  });

  test('with another certificate of the same key, issuer and number than it was signed with is refused', async () => {
    const named = { key: 'p256', issuer: 'good-root', serial: 77, extensions: stamping } as const;
    const own = await authorities.make({ name: 'bound', ...named });
    const again = await authorities.make({ name: 'bound-again', ...named, keyOf: 'bound' });
    const bare = await authorities.signAnew('bound', await stamp('good'), '-cades', '-nocerts');

    expect(sayingOf(await verifyStamp(bare, bytes, again), 'signature')).toContain(
      'with another certificate than it has',
    );
    expect(await verifyStamp(bare, bytes, own)).toMatchObject({ verdict: 'valid' });
  });

  test('of two signers is refused', async () => {
    await authorities.make({ name: 'second', issuer: 'good-root', extensions: stamping });
    const another = ['-signer', 'second.pem', '-inkey', 'second.key'];
    const signed = await authorities.signAnew('good', await stamp('good'), '-cades', ...another);

    const verification = await verifyStamp(signed, bytes, root);

    expect(sayingOf(verification, 'form')).toContain('The token has not one signer.');
  });

  test('with many certificates that vouch for each other takes no time to say', async () => {
    const chain = [await authorities.make({ name: 'loop', extensions: issuing })];
    await authorities.make({ name: 'under-loop', issuer: 'loop', extensions: stamping });
    for (let i = 0; i < 8; i += 1)
      chain.push(await authorities.make({ name: `loop-${i}`, commonName: 'loop', keyOf: 'loop', extensions: issuing }));
    await writeFile(join(authorities.folder, 'loops.pem'), chain.join(''));
    const under = await stamp('under-loop', '-chain', 'loops.pem');
    const from = performance.now();

    expect(await verifyStamp(under, bytes, root)).toMatchObject({ verdict: 'consistent' });
    expect(performance.now() - from).toBeLessThan(5_000);
  });

  test('with the certificate of another in place of its own is refused', async () => {
    await authorities.make({ name: 'like', issuer: 'good-root', extensions: stamping });
    const [own, other] = await Promise.all(
      ['good', 'like'].map((name) => readFile(join(authorities.folder, `${name}.pem`), 'utf8')),
    );
    const bare = await authorities.signAnew('good', token, '-cades', '-nocerts');

    expect(await verifyStamp(bare, bytes, `${other}`)).toMatchObject({ verdict: 'refused' });
    expect(await verifyStamp(bare, bytes, `${other}${own}`)).toMatchObject({ verdict: 'valid' });
  });

  test('damaged in any place is refused, or says the same as before', async () => {
    const withChain = await stamp('good', '-chain', 'good-root.pem');
    const sound = await verifyStamp(withChain, bytes, root);
    let refused = 0;
    for (let at = 0; at < withChain.length; at += 1) {
      const verification = await verifyStamp(damage(withChain, at), bytes, root);
      if (verification.verdict === 'refused') refused += 1;
      else expect(verification.stamp, `byte ${at}`).toEqual(sound.stamp);
    }

    expect(refused).toBeGreaterThan(withChain.length / 2);
    expect(refused).toBeLessThan(withChain.length);
  });

  test('damaged so that it is taken is taken by openssl too', async () => {
    const taken: Uint8Array[] = [];
    for (const at of token.keys()) {
      const damaged = damage(token, at);
      if ((await verifyStamp(damaged, bytes, root)).verdict === 'valid') taken.push(damaged);
    }
    const accepted = await Promise.all(taken.map((damaged) => authorities.accepts(damaged, bytes, root)));

    expect(accepted).not.toContain(false);
    expect(taken.length).toBeLessThan(20);
  });

  test('cut off anywhere, or with more behind it, is refused', async () => {
    const cut = Array.from({ length: Math.floor(token.length / 16) }, (_, i) => token.subarray(0, i * 16));

    for (const part of [...cut, Buffer.concat([token, Buffer.of(0)])]) {
      expect(failing(await verifyStamp(part, bytes, root))).toEqual(['form']);
    }
  });

  test('is read in a damaged certificate of the reader as if it were not there', async () => {
    const damaged = root.replace(/\n[A-Za-z0-9+/]{8}/, '\n********');

    expect(await verifyStamp(token, bytes, damaged)).toMatchObject({ verdict: 'consistent' });
    expect(await verifyStamp(token, bytes, `${damaged}${root}`)).toMatchObject({ verdict: 'valid' });
  });
});

test.each([
  ['nothing', []],
  ['zeros', new Uint8Array(1_000)],
  ['elements in each other without end', new Uint8Array(60_000).fill(0x30)],
  ['elements of indefinite length in each other', Uint8Array.from({ length: 60_000 }, (_, i) => (i % 2 ? 0x80 : 0x30))],
  ['octets in each other', Uint8Array.from({ length: 60_000 }, (_, i) => (i % 2 ? 0x80 : 0x24))],
  ['a length of four octets', [0x30, 0x84, 0xff, 0xff, 0xff, 0xff]],
  ['text', new TextEncoder().encode('<html>')],
])('%s is no stamp, which takes no time to say', async (_what, content) => {
  const from = performance.now();

  const verification = await verifyStamp(Uint8Array.from(content), bytes, '');

  expect(verification).toMatchObject({ verdict: 'refused', checks: [{ name: 'form', holds: false }] });
  expect(verification.stamp).toBeUndefined();
  expect(performance.now() - from).toBeLessThan(500);
});

test('what is longer than any token is not read', async () => {
  const { checks } = await verifyStamp(new Uint8Array(65_537), bytes);

  expect(checks).toEqual([
    { name: 'form', holds: false, says: 'This is no time stamp, or a damaged one. It is longer than any time stamp.' },
  ]);
});
