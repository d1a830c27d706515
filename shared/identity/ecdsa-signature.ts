/** The order of the group of P-256 (SEC 2, section 2.4.2). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** ECDSA on P-256 (RFC 7518, section 3.4): r and s, 32 bytes each. */
const numberBytes = 32;

const readS = (signature: Buffer): bigint => BigInt(`0x${signature.toString('hex', numberBytes)}`);

/**
 * Whether the bytes may be a signature of ours. Where (r, s) fits, (r, n - s) fits too, and anyone can make one of the
 * other: only the one with the smaller s is taken, so that nobody can write a token in two ways.
 */
export const isLowS = (signature: Buffer): boolean =>
  signature.length === 2 * numberBytes && readS(signature) <= order / 2n;

/** Of the two signatures that fit, the one that is taken. */
export const toLowS = (signature: Buffer): Buffer => {
  if (isLowS(signature)) return signature;
  const s = (order - readS(signature)).toString(16).padStart(2 * numberBytes, '0');
  return Buffer.concat([signature.subarray(0, numberBytes), Buffer.from(s, 'hex')]);
};
