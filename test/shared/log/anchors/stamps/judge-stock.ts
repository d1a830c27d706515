import { expect, onTestFinished, test, vi } from 'vitest';
import type { StampVerification } from '../../../../../shared/log/anchors/verify-stamp.ts';
import { verifyStamp } from '../../../../../shared/log/anchors/verify-stamp.ts';
import type { Stock } from './stock.ts';
import { bytes, certificateOf, damage, isTaken, otherBytes, tokenOf } from './stock.ts';

const failing = ({ checks }: StampVerification): string[] =>
  checks.filter(({ holds }) => holds === false).map(({ name }) => name);

const sayingOf = ({ checks }: StampVerification, name: string): string | undefined =>
  checks.find((check) => check.name === name)?.says;

/** Registers the tests of what the register says of each stamp, and that openssl says the same. */
export const judgeStock = (stock: () => Stock): void => {
  const token = (name = 'good'): Uint8Array<ArrayBuffer> => tokenOf(stock(), name);
  const pem = (name = 'good-root'): string => certificateOf(stock(), name);
  const judge = (name: string, trusted: string): Promise<StampVerification> =>
    verifyStamp(token(name), bytes, pem(trusted));

  test('of a trusted authority is valid, and says who stamped when by which rules', async () => {
    const { time, serial, nonce } = stock().read;

    expect(await judge('good', 'good-root')).toEqual({
      verdict: 'valid',
      checks: [
        { name: 'form', holds: true, says: 'It is a time stamp of one authority.' },
        { name: 'imprint', holds: true, says: 'The stamp is for these bytes.' },
        { name: 'signature', holds: true, says: 'The stamp is as it was signed.' },
        { name: 'purpose', holds: true, says: 'The certificate is for time stamps, and was valid then.' },
        {
          name: 'trust',
          holds: true,
          says: 'The authority is vouched for by a certificate that you trust: good-root, Clocks.',
        },
      ],
      stamp: {
        authority: 'good, Clocks',
        policy: '1.3.6.1.4.1.13762.3',
        time,
        serial: expect.stringMatching(new RegExp(`^${serial}$`, 'i')),
        nonce: expect.stringMatching(new RegExp(`^${nonce}$`, 'i')),
      },
    });
    expect(nonce).toMatch(/^01[0-9a-f]{16}$/i);
    expect(isTaken(stock(), 'good', 'good-root')).toBe(true);
  });

  test.each(['rsa', 'p384', 'p521'])('of an authority with a key of %s is valid', async (key) => {
    expect(await judge(key, `${key}-root`)).toMatchObject({ verdict: 'valid' });
    expect(isTaken(stock(), key, `${key}-root`)).toBe(true);
  });

  test('signed by RSA-PSS, which "openssl ts" does not check, is valid', async () => {
    expect(await judge('pss', 'pss-root')).toMatchObject({ verdict: 'valid' });
  });

  test('with a key of RSA that is too short is refused', async () => {
    expect(sayingOf(await judge('short', 'short-root'), 'signature')).toBe('The RSA key is too short.');
  });

  test('written with indefinite lengths, as some libraries do, is valid', async () => {
    expect(Buffer.from(token('streamed').subarray(0, 2)).toString('hex')).toBe('3080');
    expect(await judge('streamed', 'good-root')).toMatchObject({ verdict: 'valid' });
    expect(isTaken(stock(), 'streamed', 'good-root')).toBe(true);
  });

  test('that names its signer by key identifier is valid', async () => {
    expect(await judge('by key identifier', 'good-root')).toMatchObject({ verdict: 'valid' });
  });

  test('for other bytes is refused', async () => {
    expect(failing(await verifyStamp(token(), otherBytes, pem()))).toEqual(['imprint']);
    expect(isTaken(stock(), 'good', 'good-root', otherBytes)).toBe(false);
  });

  test.each([
    ['no certificate that the reader trusts', () => '', 'You named no certificate'],
    ['the certificates of others', () => pem('another-root'), 'No certificate that you trust leads'],
    ['what is no certificate', () => 'trust me', 'has no certificate in PEM'],
  ])('with %s is consistent', async (_what, trusted, says) => {
    const verification = await verifyStamp(token(), bytes, trusted());

    expect(verification.verdict).toBe('consistent');
    expect(sayingOf(verification, 'trust')).toContain(says);
  });

  test('is valid for a reader who trusts the certificate of the authority itself, among others', async () => {
    const trusted = `Some words.\n${pem('beside-root')}${pem('good')}`;

    expect(await verifyStamp(token(), bytes, trusted)).toMatchObject({ verdict: 'valid' });
  });

  test('without its certificate is checked by the one that the reader has', async () => {
    expect(await judge('bare', 'good')).toMatchObject({ verdict: 'valid' });
    expect(failing(await judge('bare', 'good-root'))).toEqual(['signature', 'purpose']);
  });

  test('leads to a trusted root over issuers that came with it', async () => {
    expect(await judge('deep', 'top')).toMatchObject({ verdict: 'valid' });
    expect(isTaken(stock(), 'deep', 'top')).toBe(true);
    expect(await judge('deep without its chain', 'top')).toMatchObject({ verdict: 'consistent' });
  });

  test.each([
    'is no issuer',
    'may not sign certificates',
    'is for other purposes',
    'allows names that are not looked at',
  ])('does not lead over a certificate that %s', async (what) => {
    expect(await judge(`below what ${what}`, `above what ${what}`)).toMatchObject({ verdict: 'consistent' });
  });

  test('does not lead over more issuers than a certificate allows', async () => {
    expect(await judge('too deep', 'strict')).toMatchObject({ verdict: 'consistent' });
    expect(isTaken(stock(), 'too deep', 'strict')).toBe(false);
    expect(await judge('near', 'strict')).toMatchObject({ verdict: 'valid' });
  });

  test('does not lead to a root of the same name with another key', async () => {
    const both = `${pem('other twin')}${pem('twin')}`;

    expect(await judge('under twin', 'other twin')).toMatchObject({ verdict: 'consistent' });
    expect(await verifyStamp(token('under twin'), bytes, both)).toMatchObject({ verdict: 'valid' });
  });

  test.each([
    ['has no purpose', 'is not for time stamps alone'],
    ['is for more than stamps', 'is not for time stamps alone'],
    ['says its purpose as a hint', 'does not say as critical'],
    ['may not sign', 'may not sign'],
    ['has a critical extension of others', 'has a critical extension'],
  ])('by a certificate that %s is refused', async (what, says) => {
    const verification = await judge(`by what ${what}`, 'good-root');

    expect(failing(verification)).toEqual(['purpose']);
    expect(sayingOf(verification, 'purpose')).toContain(says);
  });

  test('given when the certificate of the authority was over is refused', async () => {
    const verification = await judge('over', 'good-root');

    expect(failing(verification)).toEqual(['purpose']);
    expect(sayingOf(verification, 'purpose')).toContain('was not valid at the time of the stamp');
    expect(isTaken(stock(), 'over', 'good-root')).toBe(false);
  });

  test('given when a root was over does not lead to it', async () => {
    expect(await judge('under over', 'over-root')).toMatchObject({ verdict: 'consistent' });
  });

  test('that does not say which certificate it is signed with is refused', async () => {
    expect(failing(await judge('unbound', 'good-root'))).toEqual(['signature']);
    expect(isTaken(stock(), 'unbound', 'good-root')).toBe(false);
  });

  test('signed for something else, and called a stamp later, is refused, which openssl does not look at', async () => {
    expect(sayingOf(await judge('for something else', 'good-root'), 'signature')).toContain(
      'for something else than a time stamp',
    );
  });

  test('with another certificate of the same key, issuer and number than it was signed with is refused', async () => {
    expect(sayingOf(await judge('bound', 'bound again'), 'signature')).toContain(
      'with another certificate than it has',
    );
    expect(await judge('bound', 'bound')).toMatchObject({ verdict: 'valid' });
  });

  test('of two signers is refused', async () => {
    expect(sayingOf(await judge('of two signers', 'good-root'), 'form')).toContain('The token has not one signer.');
  });

  test('with many certificates that vouch for each other is searched once over each of them', async () => {
    const verify = vi.spyOn(crypto.subtle, 'verify');
    onTestFinished(() => verify.mockRestore());
    const ofAuthority = 1;
    const loops = 9;

    expect(await judge('under loops', 'good-root')).toMatchObject({ verdict: 'consistent' });
    expect(verify.mock.calls.length).toBeGreaterThan(loops);
    expect(verify.mock.calls.length).toBeLessThanOrEqual(1 + (ofAuthority + loops) * loops);
  });

  test('with the certificate of another in place of its own is refused', async () => {
    const both = `${pem('like')}${pem('good')}`;

    expect(await judge('bare', 'like')).toMatchObject({ verdict: 'refused' });
    expect(await verifyStamp(token('bare'), bytes, both)).toMatchObject({ verdict: 'valid' });
  });

  test('damaged in any place is refused, or says the same as before', async () => {
    const withChain = token('with chain');
    const sound = await verifyStamp(withChain, bytes, pem());
    let refused = 0;
    for (let at = 0; at < withChain.length; at += 1) {
      const verification = await verifyStamp(damage(withChain, at), bytes, pem());
      if (verification.verdict === 'refused') refused += 1;
      else expect(verification.stamp, `byte ${at}`).toEqual(sound.stamp);
    }

    expect(refused).toBeGreaterThan(withChain.length / 2);
    expect(refused).toBeLessThan(withChain.length);
  });

  test('damaged so that it is taken is taken by openssl too', async () => {
    const good = token();
    const taken: Record<string, true> = {};
    for (const at of good.keys()) {
      const { verdict } = await verifyStamp(damage(good, at), bytes, pem());
      if (verdict === 'valid') taken[at] = true;
    }

    expect(stock().takenDamaged).toMatchObject(taken);
    expect(Object.keys(taken).length).toBeLessThan(20);
  });

  test('cut off anywhere, or with more behind it, is refused', async () => {
    const good = token();
    const cut = Array.from({ length: Math.floor(good.length / 16) }, (_, i) => good.subarray(0, i * 16));

    for (const part of [...cut, Buffer.concat([good, Buffer.of(0)])]) {
      expect(failing(await verifyStamp(part, bytes, pem()))).toEqual(['form']);
    }
  });

  test('is read in a damaged certificate of the reader as if it were not there', async () => {
    const damaged = pem().replace(/\n[A-Za-z0-9+/]{8}/, '\n********');

    expect(await verifyStamp(token(), bytes, damaged)).toMatchObject({ verdict: 'consistent' });
    expect(await verifyStamp(token(), bytes, `${damaged}${pem()}`)).toMatchObject({ verdict: 'valid' });
  });
};
