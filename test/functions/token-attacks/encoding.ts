import { limits } from '../../../shared/api/limits.ts';
import { encode, headerText } from '../../support/make/forge.ts';
import type { Attacks, Ground } from './ground.ts';

const partNames = ['header', 'claims', 'signature'] as const;

/** The attack on each of the three parts of a token that the service would accept; what is before the signature is signed. */
const onEachPart = (name: string, change: (part: string) => string): Attacks =>
  Object.fromEntries(
    partNames.map((part, i) => [
      `${part} ${name}`,
      ({ mine }) =>
        mine.token
          .split('.')
          .map((text, j) => (i === j ? change(text) : text))
          .join('.'),
    ]),
  );

const header = (change: (text: string) => string | Uint8Array) => (ground: Ground) =>
  ground.forge({ header: change(headerText(ground.key)) });

const claims = (change: (text: string) => string | Uint8Array) => (ground: Ground) =>
  ground.forge({ claims: change(JSON.stringify(ground.claims)) });

const withMember = (member: string) => (text: string) => `{${member},${text.slice(1)}`;
const withLastMember = (member: string) => (text: string) => `${text.slice(0, -1)},${member}}`;

/** A token of so many characters, with the scheme, whose claims are genuine but for what fills it. */
export const sized =
  (characters: number) =>
  ({ forge, claims: genuine }: Ground): string => {
    const { length } = `Bearer ${forge({ claims: { ...genuine, fill: '' } })}`;
    const token = forge({ claims: { ...genuine, fill: 'a'.repeat(Math.ceil(((characters - length) * 3) / 4)) } });
    return token;
  };

const both = (name: string, change: (text: string) => string | Uint8Array): Attacks => ({
  [`header ${name}`]: header(change),
  [`claims ${name}`]: claims(change),
});

/** The last ones are signed, so only a signer of ours that errs makes them. */
export const encodingAttacks: Attacks = {
  ...onEachPart('padded with =', (part) => `${part}=`),
  ...onEachPart('padded with ==', (part) => `${part}==`),
  ...onEachPart('padded with %3D', (part) => `${part}%3D`),
  ...onEachPart('empty', () => ''),
  ...onEachPart('in the alphabet of base64', (part) => `+/${part.slice(2)}`),
  ...onEachPart('with a space', (part) => `${part.slice(0, 4)} ${part.slice(4)}`),
  ...onEachPart('with a tab', (part) => `${part.slice(0, 4)}\t${part.slice(4)}`),
  ...onEachPart('with a full-width letter', (part) => `${part.slice(0, -1)}ａ`),
  ...onEachPart('with a letter too many', (part) => `${part}A`),
  ...onEachPart('a letter short', (part) => part.slice(0, -1)),
  ...onEachPart('in base64 twice', encode),
  ...onEachPart('in upper case', (part) => part.toUpperCase()),
  'dots percent-encoded': ({ mine: { token } }) => token.replaceAll('.', '%2E'),
  'dots of another script': ({ mine: { token } }) => token.replaceAll('.', '。'),
  'no dots': ({ mine: { token } }) => token.replaceAll('.', ''),
  'dots only': () => '..',
  'one part': ({ mine: { token } }) => token.split('.')[1] ?? '',
  'two parts': ({ mine: { token } }) => token.slice(0, token.lastIndexOf('.')),
  'four parts': ({ mine: { token } }) => `${token}.AAAA`,
  'an empty part in front': ({ mine: { token } }) => `.${token}`,
  'an empty part at the end': ({ mine: { token } }) => `${token}.`,
  'five parts, as a JWE has them': ({ mine: { token } }) => `${token}.AAAA.AAAA`,
  'five parts, and a header of a JWE': ({ forge }) => `${forge({ header: { alg: 'dir', enc: 'A256GCM' } })}.AAAA.AAAA`,
  'the JSON serialisation of a JWS': ({ mine: { token } }) => {
    const [protectedHeader, payload, signature] = token.split('.');
    return JSON.stringify({ payload, signatures: [{ protected: protectedHeader, signature }] });
  },
  'the JSON serialisation of a JWS, encoded': ({ mine: { token } }) => encode(JSON.stringify(token.split('.'))),
  'the token in quotes': ({ mine: { token } }) => `"${token}"`,
  'the token percent-encoded': ({ mine: { token } }) => `%65${token.slice(1)}`,
  'parts of two tokens': ({ mine, theirs }) =>
    [...mine.token.split('.').slice(0, 1), ...theirs.token.split('.').slice(1, 2), mine.token.split('.')[2]].join('.'),
  'longer than a header may be': sized(limits.accessTokenCharacters + 1),
  'ten thousand characters': () => `${'a'.repeat(5_000)}.${'b'.repeat(4_900)}.${'c'.repeat(98)}`,
  'two thousand dots': () => '.'.repeat(2_000),
  'two thousand letters and no dot': () => 'a'.repeat(2_000),
  ...both('with a byte order mark', (text) => `\uFEFF${text}`),
  ...both('with a member __proto__', withMember('"__proto__":{"a":1}')),
  ...both('with invalid UTF-8', (text) =>
    Buffer.concat([Buffer.from(text.slice(0, -2)), Buffer.from([0xff, 0x22, 0x7d])]),
  ),
  ...both('in UTF-16', (text) => Buffer.from(text, 'utf16le')),
  ...both('a list of itself', (text) => `[${text}]`),
  ...both('a string of itself', (text) => JSON.stringify(text)),
  ...both('null', () => 'null'),
  ...both('a number', () => '1'),
  ...both('true', () => 'true'),
  ...both('an empty text', () => '""'),
  ...both('an empty object', () => '{}'),
  ...both('an empty list', () => '[]'),
  ...both('no JSON', () => 'x'),
  ...both('cut short', (text) => text.slice(0, -1)),
  ...both('with a comma too many', (text) => text.replace('}', ',}')),
  ...both('with something after it', (text) => `${text}{}`),
  ...both('nested deeply', () => `${'['.repeat(250)}${']'.repeat(250)}`),
  ...both('nested deeply and never closed', () => '{"a":'.repeat(100)),
  'header naming alg twice, last none': header(withLastMember('"alg":"none"')),
  'a token in a token': ({ forge, mine }) => forge({ claims: mine.token }),
};
