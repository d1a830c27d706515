import { forge, seal } from '../../support/make/forge.ts';
import type { Attacks, Ground } from './ground.ts';

const types = ['JWT', 'AT+JWT', 'at+JWT', 'application/at+jwt', 'at+jwt ', 'rt+jwt', '', null, 1, ['at+jwt']].map(
  (typ): [string, Attacks[string]] => [`typ ${JSON.stringify(typ)}`, ({ forge }) => forge({ header: { typ } })],
);

const names = [
  '',
  '../KEYS',
  'KEYS',
  "' OR 1=1 --",
  'a\0b',
  '__proto__',
  'constructor',
  'toString',
  'a'.repeat(64),
  'a'.repeat(1_000),
  'http://attacker.example/key',
  1,
  null,
  true,
  [],
  {},
].map((kid): [string, Attacks[string]] => [
  `kid ${JSON.stringify(kid).slice(0, 70)}`,
  ({ forge }) => forge({ header: { kid } }),
]);

const spelled = (change: (kid: string) => unknown) => (ground: Ground) =>
  ground.forge({ header: { kid: change(ground.key.kid) } });

const more: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'crit: ["exp"]': { crit: ['exp'] },
  'crit: []': { crit: [] },
  'crit and what it names': { crit: ['b64'], b64: true },
  'b64: false': { b64: false },
  'b64: false, critical': { crit: ['b64'], b64: false },
  jku: { jku: 'https://attacker.example/jwks.json' },
  x5u: { x5u: 'https://attacker.example/chain.pem' },
  x5c: { x5c: ['MIIB'] },
  x5t: { x5t: 'AAAA' },
  'x5t#S256': { 'x5t#S256': 'AAAA' },
  'zip: DEF': { zip: 'DEF' },
  'cty: JWT': { cty: 'JWT' },
  enc: { enc: 'A256GCM' },
  nonce: { nonce: 'AAAA' },
  url: { url: 'https://attacker.example' },
  'a member nobody knows': { foo: 'bar' },
  'a member named like one of every object': { constructor: 'x' },
  'a member named toString': { toString: 'x' },
};

const members = Object.entries(more).map(([name, changes]): [string, Attacks[string]] => [
  `header with ${name}`,
  ({ forge }) => forge({ header: changes }),
]);

/** The header has three members; a key is chosen by its name, among those that are published. */
export const headerAttacks: Attacks = {
  ...Object.fromEntries([...types, ...names, ...members]),
  'typ missing': ({ forge }) => forge({ header: { typ: undefined } }),
  'kid missing': ({ forge }) => forge({ header: { kid: undefined } }),
  'kid in upper case': spelled((kid) => kid.toUpperCase()),
  'kid with a space': spelled((kid) => `${kid} `),
  'kid cut short': spelled((kid) => kid.slice(1)),
  'kid in a list': spelled((kid) => [kid]),
  'kid of another published key': ({ forge, otherKey }) => forge({ header: { kid: otherKey.kid } }),
  'our kid, signed by the attacker': ({ forge, strangeKey }) => forge({ signature: seal(strangeKey) }),
  'our kid, signed by another published key': ({ forge, otherKey }) => forge({ signature: seal(otherKey) }),
  'jwk: the key of the attacker, who signed': ({ forge, strangeKey }) =>
    forge({ header: { jwk: strangeKey.jwk }, signature: seal(strangeKey) }),
  'jwk: our own key': ({ forge, key }) => forge({ header: { jwk: key.jwk } }),
  'header and claims of another token of the same key': ({ forge, theirClaims }) => {
    const [, , signature = ''] = forge().split('.');
    return forge({ claims: theirClaims, signature: () => signature });
  },
};

/** Names of keys that are not published: the keys are read once more, with what every call reads. */
export const unknownKeyAttacks: Attacks = {
  'the key and the kid of the attacker': ({ strangeKey, claims }) => forge(strangeKey, claims),
  'our key, the kid of nobody': ({ forge }) => forge({ header: { kid: '0'.repeat(32) } }),
  'our key, a session id for a kid': ({ forge, claims }) => forge({ header: { kid: claims.sid } }),
};
