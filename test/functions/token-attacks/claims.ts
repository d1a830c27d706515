import { lifetimes } from '../../../shared/api/limits.ts';
import type { Attacks, Ground } from './ground.ts';

const table = (claim: string, values: readonly unknown[]): Attacks =>
  Object.fromEntries(
    values.map((value) => [
      `${claim} ${value === undefined ? 'missing' : JSON.stringify(value)}`,
      ({ forge }) => forge({ claims: { [claim]: value } }),
    ]),
  );

const service = 'consent-register';
const someId = 'a'.repeat(31);

/** A claim's value as it is written in JSON, which JSON.stringify would not write. */
const written =
  (claim: string, text: (value: string) => string) =>
  ({ forge, claims }: Ground): string =>
    forge({
      claims: JSON.stringify(claims).replace(`"${claim}":${claims[claim]}`, `"${claim}":${text(`${claims[claim]}`)}`),
    });

const at =
  (change: (now: number) => Readonly<Record<string, unknown>>) =>
  ({ forge, now }: Ground): string =>
    forge({ claims: change(now) });

/** All are signed by a published key: what a signer of ours may have got wrong, or meant for another service. */
export const claimAttacks: Attacks = {
  ...table('iss', [undefined, '', 'another', 'Consent-Register', `${service}/`, [service], { 0: service }, null, 1]),
  ...table('aud', [undefined, '', 'another', [service], [service, 'another'], [], { 0: service }, null, 1]),
  ...table('iat', [undefined, null, true, '', '1795000000', 'now', -1, [1_795_000_000], {}]),
  ...table('exp', [undefined, null, true, '', '1795000000', 'Infinity', 'NaN', -1, 0, [1_795_000_000], {}]),
  ...table('scope', [null, true, 1, {}, ['consents:read', 'consents:write']]),
  'iat a float': at((now) => ({ iat: now - 0.5 })),
  'exp a float': at((now) => ({ exp: now + 0.5 })),
  'exp 1e400': written('exp', () => '1e400'),
  'iat -1e400': written('iat', () => '-1e400'),
  'exp -0': written('exp', () => '-0'),
  'exp with a leading zero': written('exp', (value) => `0${value}`),
  'exp with a plus': written('exp', (value) => `+${value}`),
  'exp in hexadecimal': written('exp', () => '0x7fffffff'),
  'exp NaN': written('exp', () => 'NaN'),
  'exp Infinity': written('exp', () => 'Infinity'),
  'exp beyond safe integers': at(() => ({ exp: Number.MAX_SAFE_INTEGER + 1 })),
  'iat beyond the clock skew': at((now) => ({ iat: now + lifetimes.clockSkewSeconds + 1 })),
  'iat far in the future': at((now) => ({ iat: now * 2, exp: now * 2 + 60 })),
  'iat in milliseconds': at((now) => ({ iat: now * 1_000, exp: now * 1_000 + 60 })),
  'exp equal to iat': at((now) => ({ iat: now + 1, exp: now + 1 })),
  'exp before iat': at((now) => ({ iat: now + 10, exp: now + 5 })),
  'lifetime of a second more than there may be': at((now) => ({
    iat: now,
    exp: now + lifetimes.accessTokenSecondsLongest + 1,
  })),
  'lifetime of a hundred years': at((now) => ({ exp: now + 100 * 365 * 86_400 })),
  'lifetime since the epoch': at(() => ({ iat: 0 })),
  'nbf in the future': at((now) => ({ nbf: now + 60 })),
  'nbf in the past': at((now) => ({ nbf: now - 60 })),
  'a claim nobody knows': at(() => ({ admin: true })),
  'cnf, which asks for a proof of possession': at(() => ({ cnf: { jkt: 'AAAA' } })),
  'a claim named constructor': at(() => ({ constructor: 'x' })),
  ...table('sub', [undefined, null, '', '0', '01', ' 1', '1 ', '+1', '-1', '1.0', '1e0', '0x1', '١', '１', '1\0', 1]),
  ...table('sub', [true, ['1'], {}, '1'.repeat(16), 'USER#1', '../1', '*', 'x']),
  ...table('sid', [undefined, null, '', 1, [], {}, someId, `${someId}g`, `${someId}A`, `${someId}aa`, '../USER']),
  ...table('acc', [undefined, null, '', 1, [], {}, someId, `${someId}g`, `${someId}A`, `${someId}aa`, '../KEYS']),
  'sid in upper case': ({ forge, claims }) => forge({ claims: { sid: String(claims.sid).toUpperCase() } }),
  'acc with a newline': ({ forge, claims }) => forge({ claims: { acc: `${claims.acc}\n` } }),
};

/** All are well-formed: what they name does not belong together, or to nobody. */
export const strangerAttacks: Attacks = {
  'sub of another user': ({ forge, theirClaims: { sub } }) => forge({ claims: { sub } }),
  'sid of another user': ({ forge, theirClaims: { sid } }) => forge({ claims: { sid } }),
  'acc of another account': ({ forge, theirClaims: { acc } }) => forge({ claims: { acc } }),
  'sub and sid of another user': ({ forge, theirClaims: { sub, sid } }) => forge({ claims: { sub, sid } }),
  'sub and acc of another user': ({ forge, theirClaims: { sub, acc } }) => forge({ claims: { sub, acc } }),
  'sub of nobody': ({ forge }) => forge({ claims: { sub: '999999999999999' } }),
  'sid of no session': ({ forge }) => forge({ claims: { sid: '0'.repeat(32) } }),
  'acc of no account': ({ forge }) => forge({ claims: { acc: '0'.repeat(32) } }),
};

export const expiredAttacks: Attacks = {
  'exp equal to now': at((now) => ({ iat: now - 60, exp: now })),
  'exp a second ago': at((now) => ({ iat: now - 60, exp: now - 1 })),
  'exp long ago': at(() => ({ iat: 1, exp: 2 })),
};

/** Just inside what is refused, and good. */
export const genuine: Attacks = {
  'as it is issued': ({ mine }) => mine.token,
  'forged without a change': ({ forge }) => forge(),
  'exp in a second': at((now) => ({ exp: now + 1 })),
  'iat within the clock skew': at((now) => ({ iat: now + lifetimes.clockSkewSeconds })),
  'lifetime as long as there may be': at((now) => ({ iat: now, exp: now + lifetimes.accessTokenSecondsLongest })),
};
