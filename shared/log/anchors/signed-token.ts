import type { Bytes } from '../../bytes.ts';
import { joinBytes } from '../../bytes.ts';
import type { Element } from './ber.ts';
import { BerFault, childrenOf, digests, integerOf, membersOf, octetsOf, oidOf, oids, readOnly, tags } from './ber.ts';

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
    signer,
    digestAlgorithm,
    signedAttributes,
    attributes: readAttributes(attributes),
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

/** A signature, and what is needed to check it. */
export interface SignatureClaim {
  readonly algorithm: Element;
  /** The digest, if the algorithm names none, as in CMS. */
  readonly digest?: string | undefined;
  /** SubjectPublicKeyInfo of the claimed signer. */
  readonly publicKey: Bytes;
  readonly signature: Bytes;
  readonly data: Bytes;
}

const rsaWith: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.11': 'SHA-256',
  '1.2.840.113549.1.1.12': 'SHA-384',
  '1.2.840.113549.1.1.13': 'SHA-512',
};

const ecdsaWith: Readonly<Record<string, string>> = {
  '1.2.840.10045.4.3.2': 'SHA-256',
  '1.2.840.10045.4.3.3': 'SHA-384',
  '1.2.840.10045.4.3.4': 'SHA-512',
};

const curves: Readonly<Record<string, { readonly name: string; readonly octets: number }>> = {
  '1.2.840.10045.3.1.7': { name: 'P-256', octets: 32 },
  '1.3.132.0.34': { name: 'P-384', octets: 48 },
  '1.3.132.0.35': { name: 'P-521', octets: 66 },
};

/** Shorter RSA keys have been broken, or soon may be. */
const shortestModulus = 2_048;

const unknown = (what: string): never => {
  throw new BerFault(`${what} is not one that is checked here.`);
};

/** r followed by s, from the SEQUENCE of certificates and CMS. */
const toRawSignature = (der: Bytes, octets: number): Bytes => {
  const numbers = membersOf(readOnly(der)).rest();
  if (numbers.length !== 2) throw new BerFault('The signature is not of two numbers.');
  const padded = numbers.map((number) => {
    if (number.tag !== tags.integer) throw new BerFault('The signature is not of two numbers.');
    const hex = integerOf(number).padStart(2 * octets, '0');
    if (hex.length > 2 * octets) throw new BerFault('A number of the signature is too long.');
    return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  });
  return joinBytes(padded);
};

const verifyRsa = async (claim: SignatureClaim, hash: string, salt?: number): Promise<boolean> => {
  const name = salt === undefined ? 'RSASSA-PKCS1-v1_5' : 'RSA-PSS';
  const key = await crypto.subtle.importKey('spki', claim.publicKey, { name, hash }, false, ['verify']);
  const modulus = 'modulusLength' in key.algorithm ? Number(key.algorithm.modulusLength) : 0;
  if (modulus < shortestModulus) throw new BerFault('The RSA key is too short.');
  const scheme = salt === undefined ? { name } : { name, saltLength: salt };
  return crypto.subtle.verify(scheme, key, claim.signature, claim.data);
};

/**
 * Parameters of PSS: the digest and the length of the salt (RFC 4055, section 3.1). The default is SHA-1, which is
 * refused.
 */
const readPss = (parameters: Element | undefined): { readonly hash: string; readonly salt: number } => {
  if (parameters === undefined) return unknown('RSA-PSS with SHA-1');
  const members = membersOf(parameters);
  const [algorithm] = childrenOf(members.take(tags.explicit(0)));
  const hash = digests[algorithm === undefined ? '' : oidOf(membersOf(algorithm).take(tags.oid))];
  members.takeIf(tags.explicit(1));
  const [salt] = childrenOf(members.take(tags.explicit(2)));
  if (hash === undefined || salt === undefined) return unknown('The form of RSA-PSS');
  return { hash, salt: Number.parseInt(integerOf(salt), 16) };
};

const verifyEcdsa = async ({ publicKey, signature, data }: SignatureClaim, hash: string): Promise<boolean> => {
  const key = membersOf(membersOf(readOnly(publicKey)).take(tags.sequence));
  const type = oidOf(key.take(tags.oid));
  const curve = type === oids.ecPublicKey ? curves[oidOf(key.take(tags.oid))] : undefined;
  if (curve === undefined) return unknown('The curve of the key');
  const scheme = { name: 'ECDSA', namedCurve: curve.name };
  const imported = await crypto.subtle.importKey('spki', publicKey, scheme, false, ['verify']);
  return crypto.subtle.verify({ name: 'ECDSA', hash }, imported, toRawSignature(signature, curve.octets), data);
};

/** @throws BerFault when the algorithm or the key is not accepted, or the signature is malformed */
export const verifySignature = async (claim: SignatureClaim): Promise<boolean> => {
  const members = membersOf(claim.algorithm);
  const type = oidOf(members.take(tags.oid));
  const rsa = rsaWith[type] ?? (type === oids.rsa ? claim.digest : undefined);
  if (rsa !== undefined) return verifyRsa(claim, rsa);
  if (type === oids.rsaPss) {
    const { hash, salt } = readPss(members.rest()[0]);
    return verifyRsa(claim, hash, salt);
  }
  const ecdsa = ecdsaWith[type];
  return ecdsa === undefined ? unknown('The algorithm of the signature') : verifyEcdsa(claim, ecdsa);
};
