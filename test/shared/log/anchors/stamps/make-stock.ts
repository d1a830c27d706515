import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeStampRequest, newNonce, readStampResponse } from '../../../../../shared/log/anchors/anchor-pending.ts';
import { verifyStamp } from '../../../../../shared/log/anchors/verify-stamp.ts';
import type { Authorities } from '../../../../support/time-stamp-authority.ts';
import { issuing, makeAuthority, stamping } from '../../../../support/time-stamp-authority.ts';
import type { Stock } from './stock.ts';
import { bytes, damage, nameOpinion, otherBytes } from './stock.ts';

/** What is made so far. */
interface Making {
  readonly authorities: Authorities;
  readonly certificates: Record<string, string>;
  readonly tokens: Record<string, Uint8Array>;
}

/** Extensions of certificates that stand between an authority and a root, and lead nowhere. */
const noIssuers = {
  'is no issuer': ['basicConstraints=critical,CA:FALSE', 'keyUsage=critical,keyCertSign'],
  'may not sign certificates': ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,digitalSignature'],
  'is for other purposes': [...issuing, 'extendedKeyUsage=serverAuth'],
  'allows names that are not looked at': [...issuing, 'nameConstraints=critical,permitted;DNS:example.org'],
};

/** Extensions of certificates that are not for time stamps alone, or might not be. */
const noStampers = {
  'has no purpose': ['keyUsage=digitalSignature'],
  'is for more than stamps': ['extendedKeyUsage=critical,timeStamping,clientAuth'],
  'says its purpose as a hint': ['extendedKeyUsage=timeStamping'],
  'may not sign': ['extendedKeyUsage=critical,timeStamping', 'keyUsage=keyEncipherment'],
  'has a critical extension of others': ['extendedKeyUsage=critical,timeStamping', '1.2.3.4=critical,ASN1:NULL'],
};

const toFileName = (words: string): string => words.replaceAll(' ', '-');

/** A stamp of now: a certificate that is made later was not valid when an earlier stamp was given. */
const stampBy = async (authorities: Authorities, name: string, ...more: string[]): Promise<Uint8Array> => {
  const imprint = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const request = encodeStampRequest({ imprint, nonce: newNonce() });
  const response = readStampResponse(new Uint8Array(await authorities.reply(name, request, ...more)));
  if ('refusal' in response) throw new Error(response.refusal);
  return response.token;
};

const makeGood = async ({ authorities, certificates, tokens }: Making): Promise<Uint8Array> => {
  certificates['good-root'] = await makeAuthority(authorities, 'good');
  certificates.good = await readFile(join(authorities.folder, 'good.pem'), 'utf8');
  const good = await stampBy(authorities, 'good');
  tokens.good = good;
  tokens['with chain'] = await stampBy(authorities, 'good', '-chain', 'good-root.pem');
  return good;
};

const makeKeys = async ({ authorities, certificates, tokens }: Making): Promise<void> => {
  for (const key of ['rsa', 'p384', 'p521', 'short'] as const) {
    certificates[`${key}-root`] = await makeAuthority(authorities, key, key);
    tokens[key] = await stampBy(authorities, key, ...(key === 'p521' ? ['-sha512'] : []));
  }
  certificates['pss-root'] = await makeAuthority(authorities, 'pss', 'rsa');
  const padding = ['-keyopt', 'rsa_padding_mode:pss', '-keyopt', 'rsa_pss_saltlen:-1'];
  tokens.pss = await authorities.signAnew('pss', await stampBy(authorities, 'good'), '-cades', ...padding);
};

const makeForms = async ({ authorities, certificates, tokens }: Making, good: Uint8Array): Promise<void> => {
  const signAnew = (...more: string[]) => authorities.signAnew('good', good, ...more);
  tokens.streamed = await signAnew('-cades', '-stream', '-certfile', 'good-root.pem');
  tokens['by key identifier'] = await signAnew('-cades', '-keyid');
  tokens.bare = await signAnew('-cades', '-nocerts');
  tokens.unbound = await signAnew();

  const other = await signAnew('-cades', '-econtent_type', '1.2.840.113549.1.9.16.1.5');
  const type = Buffer.from('060b2a864886f70d01091001', 'hex');
  other[other.indexOf(type) + type.length] = 4;
  tokens['for something else'] = other;

  await authorities.make({ name: 'second', issuer: 'good-root', extensions: stamping });
  tokens['of two signers'] = await signAnew('-cades', '-signer', 'second.pem', '-inkey', 'second.key');
  certificates.like = await authorities.make({ name: 'like', issuer: 'good-root', extensions: stamping });
};

const makePaths = async ({ authorities, certificates, tokens }: Making): Promise<void> => {
  const { make } = authorities;
  for (const name of ['another', 'beside']) certificates[`${name}-root`] = await makeAuthority(authorities, name);

  certificates.top = await make({ name: 'top', extensions: issuing });
  await make({ name: 'middle', issuer: 'top', key: 'p384', extensions: issuing });
  await make({ name: 'deep', issuer: 'middle', extensions: stamping });
  tokens.deep = await stampBy(authorities, 'deep', '-chain', 'middle.pem');
  tokens['deep without its chain'] = await stampBy(authorities, 'deep');

  for (const [what, extensions] of Object.entries(noIssuers)) {
    const name = toFileName(what);
    certificates[`above what ${what}`] = await make({ name: `top-${name}`, extensions: issuing });
    await make({ name: `middle-${name}`, issuer: `top-${name}`, extensions });
    await make({ name: `deep-${name}`, issuer: `middle-${name}`, extensions: stamping });
    tokens[`below what ${what}`] = await stampBy(authorities, `deep-${name}`, '-chain', `middle-${name}.pem`);
  }

  certificates.strict = await make({ name: 'strict', extensions: ['basicConstraints=critical,CA:TRUE,pathlen:0'] });
  await make({ name: 'one-more', issuer: 'strict', extensions: issuing });
  await make({ name: 'too-deep', issuer: 'one-more', extensions: stamping });
  await make({ name: 'near', issuer: 'strict', extensions: stamping });
  tokens['too deep'] = await stampBy(authorities, 'too-deep', '-chain', 'one-more.pem');
  tokens.near = await stampBy(authorities, 'near');

  certificates.twin = await make({ name: 'twin', extensions: issuing });
  await make({ name: 'under-twin', issuer: 'twin', extensions: stamping });
  certificates['other twin'] = await make({ name: 'twin', extensions: issuing });
  tokens['under twin'] = await stampBy(authorities, 'under-twin');

  const loops = [await make({ name: 'loop', extensions: issuing })];
  await make({ name: 'under-loop', issuer: 'loop', extensions: stamping });
  for (let i = 0; i < 8; i += 1)
    loops.push(await make({ name: `loop-${i}`, commonName: 'loop', keyOf: 'loop', extensions: issuing }));
  await writeFile(join(authorities.folder, 'loops.pem'), loops.join(''));
  tokens['under loops'] = await stampBy(authorities, 'under-loop', '-chain', 'loops.pem');
};

const makeUnfit = async ({ authorities, certificates, tokens }: Making): Promise<void> => {
  const { make, signAnew } = authorities;
  for (const [what, extensions] of Object.entries(noStampers)) {
    const name = toFileName(what);
    await make({ name, issuer: 'good-root', extensions });
    tokens[`by what ${what}`] = await signAnew(name, await stampBy(authorities, 'good'), '-cades');
  }

  await make({ name: 'over', issuer: 'good-root', extensions: stamping, days: -1 });
  tokens.over = await signAnew('over', await stampBy(authorities, 'good'), '-cades');
  certificates['over-root'] = await make({ name: 'over-root', extensions: issuing, days: -1 });
  await make({ name: 'under-over', issuer: 'over-root', extensions: stamping });
  tokens['under over'] = await stampBy(authorities, 'under-over');

  const named = { key: 'p256', issuer: 'good-root', serial: 77, extensions: stamping } as const;
  certificates.bound = await make({ name: 'bound', ...named });
  certificates['bound again'] = await make({ name: 'bound-again', ...named, keyOf: 'bound' });
  tokens.bound = await signAnew('bound', await stampBy(authorities, 'good'), '-cades', '-nocerts');
};

/** A stamp, and the certificate with which openssl is asked about it. */
const asked = [
  ['good', 'good-root'],
  ['good', 'good-root', otherBytes],
  ['rsa', 'rsa-root'],
  ['p384', 'p384-root'],
  ['p521', 'p521-root'],
  ['streamed', 'good-root'],
  ['deep', 'top'],
  ['too deep', 'strict'],
  ['over', 'good-root'],
  ['unbound', 'good-root'],
] as const;

const askOpenssl = async ({ authorities, certificates, tokens }: Making): Promise<Record<string, boolean>> => {
  const taken: Record<string, boolean> = {};
  for (const [stamp, trusted, content = bytes] of asked) {
    const [token, root] = [tokens[stamp], certificates[trusted]];
    if (token === undefined || root === undefined) throw new Error(`There is no ${stamp} or no ${trusted}.`);
    taken[nameOpinion(stamp, trusted, content)] = await authorities.accepts(token, content, root);
  }
  return taken;
};

const askOfDamaged = async (
  { accepts }: Authorities,
  token: Uint8Array,
  root: string,
): Promise<Record<string, boolean>> => {
  const taken: Record<string, boolean> = {};
  for (const at of token.keys()) {
    const damaged = damage(token, at);
    const { verdict } = await verifyStamp(damaged, bytes, root);
    if (verdict === 'valid') taken[at] = await accepts(damaged, bytes, root);
  }
  return taken;
};

const readByOpenssl = async ({ describe }: Authorities, token: Uint8Array): Promise<Stock['read']> => {
  const lines = await describe(token);
  const lineOf = (name: string): string => new RegExp(`^${name}: (?:0x)?(.+)$`, 'm').exec(lines)?.[1] ?? '';
  return {
    time: new Date(lineOf('Time stamp')).toISOString(),
    serial: lineOf('Serial number'),
    nonce: lineOf('Nonce'),
  };
};

/** Makes all of it with openssl, which starts some 250 times. */
export const makeStock = async (authorities: Authorities): Promise<Stock> => {
  const making: Making = { authorities, certificates: {}, tokens: {} };
  const good = await makeGood(making);
  await makeKeys(making);
  await makeForms(making, good);
  await makePaths(making);
  await makeUnfit(making);
  const { certificates, tokens } = making;
  return {
    certificates,
    stamps: Object.fromEntries(
      Object.entries(tokens).map(([name, token]) => [name, Buffer.from(token).toString('base64')]),
    ),
    taken: await askOpenssl(making),
    takenDamaged: await askOfDamaged(authorities, good, certificates['good-root'] ?? ''),
    read: await readByOpenssl(authorities, good),
  };
};
