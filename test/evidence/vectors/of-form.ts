import { toCanonicalJson } from '../../../shared/canonical.ts';
import { placeForDocument, putDocument } from '../../../verifier/embedded-document.ts';
import { encode, headerOf, join, n, sealDocument, split } from '../../support/make/statement.ts';
import type { Files } from './vector.ts';
import { key, plain, plainLog, rehash, sealWith, stranger, tell, withLog } from './vector.ts';

const sealed = withLog(plainLog.document);
const document = JSON.parse(sealed);
const page = `<!doctype html>\n${putDocument(placeForDocument, sealed)}`;

/** The other one of the two that fit. */
const otherSignature = (signature: string): string => {
  const { r, s } = split(Buffer.from(signature, 'base64url'));
  return encode(join(r, n - s));
};

const withProof = (text: string): string => sealWith(tell({ proof: { key: text } }));

/** What is wrong with the bytes of a file, or looks wrong and is not. */
const ofBytes: Files = {
  'valid-page.html': page,
  'valid-control-characters.json': withProof('a\u0001\u007f\u2028b'),
  'form-line-end.json': `${sealed}\n`,
  'form-space.json': sealed.replace('":', '": '),
  'form-escape.json': sealed.replace('shop.example', 'shop\\u002eexample'),
  'form-escaped-delete.json': withProof('a\u007fb').replace('\u007f', '\\u007f'),
  'form-byte-order-mark.json': `\ufeff${sealed}`,
  'form-number.json': sealed.replace('"validityDays":0', '"validityDays":0.0'),
  'form-member-twice.json': sealed.replace('{"log":', '{"log":{},"log":'),
  'form-deep.json': sealed.replace(
    '"proof":{"url":"https://shop.example/"}',
    `"proof":${'['.repeat(17)}${']'.repeat(17)}`,
  ),
  'page-two-documents.html': `${page}${putDocument(placeForDocument, sealed)}`,
};

const change = (changes: object): string => toCanonicalJson({ ...document, ...changes });
const withHeader = (changes: object): string => sealDocument(plain, key, { ...headerOf(key), ...changes });

const ofSeal: Files = {
  'document-member-more.json': change({ more: 1 }),
  'header-algorithm.json': withHeader({ alg: 'ES384' }),
  'header-kid.json': withHeader({ kid: stranger.kid }),
  'valid-other-signature.json': change({ signature: otherSignature(document.signature) }),
  'signature-of-another.json': change({ signature: JSON.parse(sealWith(plain, undefined, stranger)).signature }),
  'part-changed.json': sealed.replaceAll('ada@example.com', 'eve@example.com'),
};

const sign = (edit: object): string => sealWith({ ...plain, ...edit });
const signRehashed = async (edit: object): Promise<string> => sealWith(await rehash({ ...plain, ...edit }));
const may = '2026-05-01T00:00:00.000Z';

/** Statements that no register makes, though the key of the register signed them. */
const ofStatement: Files = {
  'format-3.json': sign({ format: 'consent-register-evidence/3' }),
  'members-unknown.json': sign({ more: null }),
  'members-time.json': sign({ issuedAt: '2026-02-30T00:00:00.000Z' }),
  'members-number.json': sign({ notice: { ...plain.notice, validityDays: 2 ** 53 } }),
  'record-other-project.json': await signRehashed({ record: { ...plain.record, projectUid: 'other' } }),
  'times-expires.json': await signRehashed({ times: { ...plain.times, expires: may, ends: may } }),
  'state-now.json': await signRehashed({ stateNow: { ...plain.stateNow, state: 'revoked' } }),
  'issued-before-given.json': sign({ issuedAt: '2026-03-10T09:59:59.999Z' }),
};

export const formVectors: Files = { ...ofBytes, ...ofSeal, ...ofStatement };
