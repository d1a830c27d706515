import { createHash } from 'node:crypto';

/** Numbers in a sum, of 16 bits each. */
const numbers = 1_024;

/** The name of the algorithm in a manifest. */
export const digestAlgorithm = 'LtHash16-SHAKE256';

/** A digest of many lines, whatever their order and their distribution over files. */
export interface LineDigest {
  /** @param line without its line break */
  readonly add: (line: Uint8Array) => void;
  /** 64 hex digits. */
  readonly toHex: () => string;
}

/** As little-endian bytes on every machine. */
const toBytes = (sums: Uint16Array): Buffer => {
  const bytes = Buffer.alloc(2 * numbers);
  for (let i = 0; i < numbers; i += 1) bytes.writeUInt16LE(sums[i] ?? 0, 2 * i);
  return bytes;
};

/**
 * LtHash16 of Bellare and Micciancio ("A New Paradigm for Collision-Free Hashing: Incrementality at Reduced Cost",
 * 1997), with the parameters of Lewi, Kim, Maykov and Weis ("Securing Update Propagation with Homomorphic Hashing",
 * IACR 2019/227). Each line is expanded to 1,024 numbers of 16 bits, which are added modulo 2^16. Nobody can find two
 * sets of lines with the same sums, as one could with XOR or a plain sum of hashes. The expansion is SHAKE256 (FIPS
 * 202), which Node has, instead of BLAKE2X. The digest is the SHA-256 of count and sums. Without the count, 65,536
 * equal lines would count as none.
 */
export const newLineDigest = (): LineDigest => {
  const sums = new Uint16Array(numbers);
  let count = 0;
  return {
    add: (line) => {
      const expanded = createHash('shake256', { outputLength: 2 * numbers })
        .update(line)
        .digest();
      const view = new DataView(expanded.buffer, expanded.byteOffset, expanded.length);
      for (let i = 0; i < numbers; i += 1) sums[i] = (sums[i] ?? 0) + view.getUint16(2 * i, true);
      count += 1;
    },
    toHex: () => createHash('sha256').update(`${count}\n`).update(toBytes(sums)).digest('hex'),
  };
};
