/** ECDSA on P-256 (RFC 7518, section 3.4): r and s, 32 bytes each. */
const numberBytes = 32;

const integerTag = 0x02;
const sequenceTag = 0x30;

const refuse = (): never => {
  throw new Error('The signature is not DER of ECDSA on P-256.');
};

/** The content and the end of the INTEGER at a position. It must be positive and as short as possible. */
const readInteger = (der: Uint8Array, at: number): { readonly content: Uint8Array; readonly end: number } => {
  const end = at + 2 + (der[at + 1] ?? 0);
  const content = der.subarray(at + 2, end);
  const [first = 0, second = 0] = content;
  const isMinimal = first > 0 || second >= 0x80;
  if (der[at] !== integerTag || end > der.length || first >= 0x80 || !isMinimal) refuse();
  return { content: first === 0 ? content.subarray(1) : content, end };
};

/**
 * Converts the DER signature from KMS, a SEQUENCE of two INTEGERs (RFC 3279, section 2.2.3), to the form of JWS, r
 * followed by s. It accepts only strict DER.
 *
 * @throws Error when it is not such a signature
 */
export const toRawSignature = (der: Uint8Array): Uint8Array => {
  if (der[0] !== sequenceTag || der[1] !== der.length - 2) refuse();
  const r = readInteger(der, 2);
  const s = readInteger(der, r.end);
  if (s.end !== der.length || Math.max(r.content.length, s.content.length) > numberBytes) refuse();
  const raw = new Uint8Array(2 * numberBytes);
  raw.set(r.content, numberBytes - r.content.length);
  raw.set(s.content, 2 * numberBytes - s.content.length);
  return raw;
};
