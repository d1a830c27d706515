import type { Bytes, Element } from './ber.ts';
import { childrenOf, membersOf, readOnly, tags } from './ber.ts';
import { integerOf, textOf } from './ber-values.ts';

/** The answer of an authority: a token, or why there is none. */
export type StampResponse = { readonly token: Bytes } | { readonly refusal: string };

/** Why an authority refuses (PKIFailureInfo), by its bit. */
const failures: ReadonlyMap<number, string> = new Map([
  [0, 'it does not take SHA-256'],
  [2, 'it takes no such request'],
  [5, 'it cannot read the request'],
  [14, 'its clock does not work'],
  [15, 'it does not stamp by that policy'],
  [16, 'it does not know an extension'],
  [17, 'it cannot add what was asked for'],
  [25, 'its system failed'],
]);

const granted = ['00', '01'];

const findFailures = (bits: Element | undefined): readonly string[] => {
  if (bits === undefined) return [];
  const octets = [...bits.content.subarray(1)];
  const isSet = (bit: number): boolean => ((octets[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0;
  return [...failures].filter(([bit]) => isSet(bit)).map(([, says]) => says);
};

/** The authority's own words, which may be anything. */
const readWords = (texts: Element | undefined): readonly string[] =>
  texts === undefined ? [] : [childrenOf(texts).map(textOf).join(' ').slice(0, 200)];

/**
 * Reads a TimeStampResp (RFC 3161, section 2.4.2). The token is byte for byte as the authority wrote it.
 *
 * @throws BerFault when the bytes are not one
 */
export const readStampResponse = (bytes: Bytes): StampResponse => {
  const members = membersOf(readOnly(bytes));
  const status = membersOf(members.take(tags.sequence));
  const state = integerOf(status.take(tags.integer));
  if (granted.includes(state)) return { token: members.take(tags.sequence).whole };
  const words = readWords(status.takeIf(tags.sequence));
  const reasons = [...findFailures(status.takeIf(tags.bitString)), ...words];
  return { refusal: reasons.length === 0 ? `its status is ${state}` : reasons.join('; ') };
};
