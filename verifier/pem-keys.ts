import { exportJWK, importSPKI } from 'jose';
import * as v from 'valibot';
import { DocumentJwk } from '../shared/evidence/document.ts';
import { KeyFault } from './key-fault.ts';

const spki = /-----BEGIN PUBLIC KEY-----[A-Za-z0-9+/=\s]+-----END PUBLIC KEY-----/g;

const importPem = async (pem: string): Promise<DocumentJwk> => {
  try {
    return v.parse(DocumentJwk, await exportJWK(await importSPKI(pem, 'ES256', { extractable: true })));
  } catch {
    throw new KeyFault('has a public key that is not on P-256, the only curve for signing documents.');
  }
};

/** The public keys in a PEM text. @throws KeyFault */
export const readPemKeys = async (text: string): Promise<readonly DocumentJwk[]> => {
  if (text.includes('PRIVATE KEY-----'))
    throw new KeyFault('has a private key. Give the public one, and keep the private one to yourself.');
  const keys = text.match(spki) ?? [];
  if (keys.length === 0)
    throw new KeyFault(
      'has no public key: in PEM it begins with "-----BEGIN PUBLIC KEY-----". A certificate is not accepted.',
    );
  return Promise.all(keys.map(importPem));
};
