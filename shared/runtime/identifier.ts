/** The form of ids of accounts, projects, notice versions, consents and sessions. */
export const identifierPattern = /^[0-9a-f]{32}$/;

/** The form of ids of keys for machines: 64 random bits. */
export const keyIdPattern = /^[0-9a-f]{16}$/;

/**
 * A UUIDv7 (RFC 9562) without dashes: 32 lower-case hexadecimal characters that sort by time.
 *
 * @param now the moment of the id, also stored with the record
 */
export const newIdentifier = (now: Date): string => {
  const random = crypto.randomUUID().replaceAll('-', '');
  return `${beginningAt(now)}7${random.slice(13)}`;
};

/** The identifier of a moment with its other bits from 16 bytes, which it overwrites. */
export const toIdentifier = (moment: Date, bytes: Buffer): string => {
  bytes.writeUIntBE(moment.getTime(), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex');
};

/** The first moment that an identifier can express. */
export const earliest = new Date(0);

/**
 * The common beginning of all identifiers of the moment. Earlier identifiers sort before it, these and later ones after
 * it.
 */
export const beginningAt = (moment: Date): string => moment.getTime().toString(16).padStart(12, '0');

/** The identifier directly before this one. Empty before the first. */
export const identifierBefore = (id: string): string => {
  const number = BigInt(`0x${id}`);
  return number === 0n ? '' : (number - 1n).toString(16).padStart(id.length, '0');
};

/** The moment of an identifier. */
export const timeOf = (id: string): Date => new Date(Number.parseInt(id.slice(0, 12), 16));
