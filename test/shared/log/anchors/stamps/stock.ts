import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('stock.json', import.meta.url);

/** What the stamps are for. */
export const bytes = new TextEncoder().encode(
  'consent-register/test\n7\ncm9vdA==\n\n— consent-register/test c2lnbmF0dXJl\n',
);
export const otherBytes = new TextEncoder().encode('consent-register/test\n8\ncm9vdA==\n');

/** Stamps and certificates that openssl has made, and what it says of them. */
export interface Stock {
  /** In PEM. */
  readonly certificates: Readonly<Record<string, string>>;
  /** Tokens in base64. */
  readonly stamps: Readonly<Record<string, string>>;
  /** Whether openssl takes a stamp with a certificate trusted. */
  readonly taken: Readonly<Record<string, boolean>>;
  /** Whether openssl takes the stamp `good` with the octet at a place damaged, for each place where the register takes it. */
  readonly takenDamaged: Readonly<Record<string, boolean>>;
  /** What openssl reads in the stamp `good`. */
  readonly read: { readonly time: string; readonly serial: string; readonly nonce: string };
}

/** What openssl made once. `STAMPS=write` has the long test make it anew. */
export const readStock = (): Stock => JSON.parse(readFileSync(file, 'utf8'));

export const writeStock = (stock: Stock): void => writeFileSync(file, `${JSON.stringify(stock, undefined, 2)}\n`);

const find = <Value>(record: Readonly<Record<string, Value>>, name: string): Value => {
  const value = record[name];
  if (value === undefined) throw new Error(`There is no "${name}" in the stock.`);
  return value;
};

export const certificateOf = ({ certificates }: Stock, name: string): string => find(certificates, name);

export const tokenOf = ({ stamps }: Stock, name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(find(stamps, name), 'base64'));

export const nameOpinion = (stamp: string, trusted: string, content = bytes): string =>
  `${stamp} by ${trusted}${content === bytes ? '' : ' for other bytes'}`;

/** Whether openssl takes a stamp with a certificate trusted. */
export const isTaken = ({ taken }: Stock, stamp: string, trusted: string, content = bytes): boolean =>
  find(taken, nameOpinion(stamp, trusted, content));

/** The same with one octet changed: in all its bits, or in one. */
export const damage = (whole: Uint8Array, at: number): Uint8Array =>
  whole.map((octet, i) => (i === at ? octet ^ (at % 2 === 0 ? 0xff : 0x01) : octet));
