import type { Bytes, Element } from './ber.ts';
import { BerFault, childrenOf, membersOf, readOnly, tags } from './ber.ts';
import { bitsOf, equalBytes, integerOf, oidOf, textOf, timeOf } from './ber-values.ts';
import type { Extension } from './extensions.ts';
import { readExtensions } from './extensions.ts';
import { oids } from './object-identifiers.ts';

/** The supported part of an X.509 certificate (RFC 5280). */
export interface Certificate {
  /** Byte for byte, like all other bytes here. */
  readonly whole: Bytes;
  /** What the issuer signed. */
  readonly signed: Bytes;
  readonly serial: string;
  readonly issuer: Bytes;
  readonly subject: Bytes;
  /** Name of the subject, for display. It may contain anything. */
  readonly name: string;
  readonly from: Date;
  readonly until: Date;
  readonly publicKey: Bytes;
  readonly signatureAlgorithm: Element;
  readonly signature: Bytes;
  readonly extensions: ReadonlyMap<string, Extension>;
}

const readName = (name: Element): string => {
  const parts = new Map<string, string>();
  for (const attribute of childrenOf(name).flatMap(childrenOf)) {
    const members = membersOf(attribute);
    const type = oidOf(members.take(tags.oid));
    const [value] = members.rest();
    if (value !== undefined) parts.set(type, textOf(value));
  }
  const known = [parts.get(oids.commonName), parts.get(oids.organization)];
  return known.filter((part) => part !== undefined).join(', ');
};

const takeTime = (validity: ReturnType<typeof membersOf>): Date =>
  timeOf(validity.takeIf(tags.utcTime) ?? validity.take(tags.generalizedTime));

const readSigned = (element: Element) => {
  const members = membersOf(element);
  members.takeIf(tags.explicit(0));
  const serial = integerOf(members.take(tags.integer));
  const algorithm = members.take(tags.sequence);
  const issuer = members.take(tags.sequence).whole;
  const validity = membersOf(members.take(tags.sequence));
  const [from, until] = [takeTime(validity), takeTime(validity)];
  const subject = members.take(tags.sequence);
  const publicKey = members.take(tags.sequence).whole;
  const wrapped = members.rest().find(({ tag }) => tag === tags.explicit(3));
  const extensions = readExtensions(wrapped && childrenOf(wrapped)[0]);
  const named = { subject: subject.whole, name: readName(subject) };
  return { algorithm, serial, issuer, from, until, ...named, publicKey, extensions };
};

/** @throws BerFault when the bytes are not a certificate */
const readCertificate = (whole: Bytes): Certificate => {
  const members = membersOf(readOnly(whole));
  const signed = members.take(tags.sequence);
  const signatureAlgorithm = members.take(tags.sequence);
  const signature = bitsOf(members.take(tags.bitString));
  const { algorithm, ...read } = readSigned(signed);
  if (!equalBytes(algorithm.whole, signatureAlgorithm.whole)) throw new BerFault('A certificate names two algorithms.');
  return { whole, signed: signed.whole, ...read, signatureAlgorithm, signature };
};

/** The readable certificates. An unreadable one proves nothing and does not affect the others. */
export const readCertificates = (all: readonly Bytes[]): readonly Certificate[] =>
  all.flatMap((whole) => {
    try {
      return [readCertificate(whole)];
    } catch {
      return [];
    }
  });
