import type { Bytes, Element } from './ber.ts';
import { BerFault, childrenOf, membersOf, readOnly, tags } from './ber.ts';
import { octetsOf, oidOf } from './ber-values.ts';
import { oids } from './object-identifiers.ts';

/** A time-stamp token in CMS: SignedData with one signer (RFC 5652, section 5.1). */
export interface SignedToken {
  /** The TSTInfo as it was signed. */
  readonly content: Bytes;
  /** Only X.509 certificates, each byte for byte. */
  readonly certificates: readonly Bytes[];
  /** Identifies the signer's certificate by issuer and serial number, or by `[0]` key identifier. */
  readonly signer: Element;
  readonly digestAlgorithm: string;
  /** The signed bytes: the attributes in the form of a SET. */
  readonly signedAttributes: Bytes;
  /** The single value of each attribute, by object identifier. */
  readonly attributes: ReadonlyMap<string, Element>;
  readonly signatureAlgorithm: Element;
  readonly signature: Bytes;
}

/** No token has more certificates. */
const mostCertificates = 32;

const readContent = (element: Element): Bytes => {
  const members = membersOf(element);
  if (oidOf(members.take(tags.oid)) !== oids.stampedContent) throw new BerFault('What is signed is no time stamp.');
  const [content] = childrenOf(members.take(tags.explicit(0)));
  if (content === undefined) throw new BerFault('The time stamp is empty.');
  return octetsOf(content);
};

const readAttributes = (set: Element): ReadonlyMap<string, Element> => {
  const attributes = new Map<string, Element>();
  for (const attribute of childrenOf(set)) {
    const members = membersOf(attribute);
    const type = oidOf(members.take(tags.oid));
    const values = childrenOf(members.take(tags.set));
    const [value] = values;
    if (value === undefined || values.length > 1 || attributes.has(type))
      throw new BerFault('A signed attribute has not one value.');
    attributes.set(type, value);
  }
  return attributes;
};

const readCertificates = (set: Element | undefined): readonly Bytes[] => {
  const all = set === undefined ? [] : childrenOf(set);
  if (all.length > mostCertificates) throw new BerFault('The token has more certificates than any needs.');
  return all.filter(({ tag }) => tag === tags.sequence).map(({ whole }) => whole);
};

const readAlgorithm = (element: Element): string => oidOf(membersOf(element).take(tags.oid));

const readSigner = (element: Element) => {
  const members = membersOf(element);
  members.take(tags.integer);
  const signer = members.takeIf(tags.sequence) ?? members.take(tags.implicit(0));
  const digestAlgorithm = readAlgorithm(members.take(tags.sequence));
  const attributes = members.take(tags.explicit(0));
  const signedAttributes = new Uint8Array(attributes.whole);
  signedAttributes[0] = tags.set;
  return {
    ...{ signer, digestAlgorithm, signedAttributes, attributes: readAttributes(attributes) },
    signatureAlgorithm: members.take(tags.sequence),
    signature: octetsOf(members.take(tags.octetString)),
  };
};

/** @throws BerFault when the bytes are not such a token */
export const readSignedToken = (token: Bytes): SignedToken => {
  const outer = membersOf(readOnly(token));
  if (oidOf(outer.take(tags.oid)) !== oids.signedData) throw new BerFault('The token is not signed.');
  const [signedData] = childrenOf(outer.take(tags.explicit(0)));
  if (signedData === undefined) throw new BerFault('The token is empty.');
  const members = membersOf(signedData);
  members.take(tags.integer);
  const digests = childrenOf(members.take(tags.set)).map(readAlgorithm);
  const content = readContent(members.take(tags.sequence));
  const certificates = readCertificates(members.takeIf(tags.explicit(0)));
  members.takeIf(tags.explicit(1));
  const [first, another] = childrenOf(members.take(tags.set));
  if (first === undefined || another !== undefined) throw new BerFault('The token has not one signer.');
  const signer = readSigner(first);
  if (!digests.includes(signer.digestAlgorithm))
    throw new BerFault('The token does not list the digest of its signer.');
  return { content, certificates, ...signer };
};
