import { toCanonicalJson } from '../../../shared/canonical.ts';
import { placeForDocument, putDocument } from '../../../verifier/embedded-document.ts';
import { encode, headerOf, sealDocument } from '../evidence-document.ts';
import { join, n, split } from '../p256.ts';
import type { Vector } from './vector.ts';
import { key, plain, plainLog, rehash, sealWith, stranger, tell, withLog } from './vector.ts';

const sealed = withLog(plainLog.document);
const document = JSON.parse(sealed);
const page = `<!doctype html>\n${putDocument(placeForDocument, sealed)}`;

const refused = (
  file: string,
  content: string,
  check: NonNullable<Vector['checks']>[number] | NonNullable<Vector['checks']>,
  reason: string,
): Vector => ({ file, content, reason, verdict: 'refused', checks: [check].flat() });

const highS = (signature: string): string => {
  const { r, s } = split(Buffer.from(signature, 'base64url'));
  return encode(join(r, n - s));
};

const writeJson = (value: object): string => toCanonicalJson(value);

/** What is wrong with the bytes of a file. */
const ofBytes: readonly Vector[] = [
  refused(
    'form-line-end.json',
    `${sealed}\n`,
    'canonical',
    'A line end after the document. A file equals its own canonical JSON, byte for byte.',
  ),
  refused('form-space.json', sealed.replace('":', '": '), 'canonical', 'A space outside strings.'),
  refused(
    'form-escape.json',
    sealed.replace('shop.example', 'shop\\u002eexample'),
    'canonical',
    'An escape that canonical JSON does not have.',
  ),
  refused(
    'form-escaped-delete.json',
    sealWith(tell({ proof: { key: 'a\u007fb' } })).replace('\u007f', '\\u007f'),
    'canonical',
    'The control character U+007F is escaped. Canonical JSON escapes only the control characters below U+0020.',
  ),
  refused('form-byte-order-mark.json', `\ufeff${sealed}`, 'json', 'A byte order mark.'),
  refused(
    'form-number.json',
    sealed.replace('"validityDays":0', '"validityDays":0.0'),
    ['canonical'],
    'A number with a point. All numbers are written in digits.',
  ),
  refused(
    'form-member-twice.json',
    sealed.replace('{"log":', '{"log":{},"log":'),
    'canonical',
    'A member is there twice.',
  ),
  refused(
    'form-deep.json',
    sealed.replace('"proof":{"url":"https://shop.example/"}', `"proof":${'['.repeat(17)}${']'.repeat(17)}`),
    'json',
    'Lists are nested more deeply than 16.',
  ),
  refused(
    'page-two-documents.html',
    `${page}${putDocument(placeForDocument, sealed)}`,
    'json',
    'A page with two documents.',
  ),
];

const ofSeal: readonly Vector[] = [
  refused(
    'document-member-more.json',
    writeJson({ ...document, more: 1 }),
    'document',
    'A fifth member of the document.',
  ),
  refused(
    'header-algorithm.json',
    sealDocument(plain, key, { ...headerOf(key), alg: 'ES384' }),
    ['header', 'signature'],
    'Another algorithm in the protected header. The signature fails with the header.',
  ),
  refused(
    'header-kid.json',
    sealDocument(plain, key, { ...headerOf(key), kid: stranger.kid }),
    ['header', 'signature'],
    '`kid` is not the thumbprint of `jwk`.',
  ),
  refused(
    'signature-high-s.json',
    writeJson({ ...document, signature: highS(document.signature) }),
    'signature',
    'The other of the two signatures that fit, with the high s.',
  ),
  refused(
    'signature-of-another.json',
    writeJson({ ...document, signature: JSON.parse(sealWith(plain, undefined, stranger)).signature }),
    'signature',
    'The signature of another key.',
  ),
  refused(
    'part-changed.json',
    sealed.replaceAll('ada@example.com', 'eve@example.com'),
    ['signature', 'hash', 'log'],
    'A value of the person was changed after the signature. The hash names the part, and the leaf of the log differs.',
  ),
];

/** Statements that no register makes, though the key of the register signed them. */
const ofStatement = async (): Promise<readonly Vector[]> => {
  const changed = async (edit: object): Promise<string> => sealWith(await rehash({ ...plain, ...edit }));
  return [
    refused(
      'format-1.json',
      sealWith({ ...plain, format: 'consent-register-evidence/1' }),
      'members',
      'The format of before. A verifier refuses it by name, and says to ask for a new document.',
    ),
    refused(
      'format-3.json',
      sealWith({ ...plain, format: 'consent-register-evidence/3' }),
      'members',
      'A format that this page does not describe. A newer verifier may know it.',
    ),
    refused(
      'members-unknown.json',
      sealWith({ ...plain, more: null }),
      'members',
      'A member that the schema does not have.',
    ),
    refused(
      'members-time.json',
      sealWith({ ...plain, issuedAt: '2026-02-30T00:00:00.000Z' }),
      'members',
      'A time that does not exist: 30 February.',
    ),
    refused(
      'members-number.json',
      sealWith({ ...plain, notice: { ...plain.notice, validityDays: 2 ** 53 } }),
      ['hash', 'members'],
      'A whole number beyond 9007199254740991, which programs read differently.',
    ),
    refused(
      'record-other-project.json',
      await changed({ record: { ...plain.record, projectUid: 'other' } }),
      'record',
      'The record names another project than the other parts.',
    ),
    refused(
      'times-expires.json',
      await changed({
        times: { ...plain.times, expires: '2026-05-01T00:00:00.000Z', ends: '2026-05-01T00:00:00.000Z' },
      }),
      ['times'],
      'A time that does not follow from the version, which has no limit.',
    ),
    refused(
      'state-now.json',
      await changed({ stateNow: { ...plain.stateNow, state: 'revoked' } }),
      'state-now',
      'A state that does not follow from the times.',
    ),
    refused(
      'issued-before-given.json',
      sealWith({ ...plain, issuedAt: '2026-03-10T09:59:59.999Z' }),
      ['state', 'state-now', 'issued'],
      'The statement was issued before the consent was given.',
    ),
  ];
};

const good: readonly Vector[] = [
  {
    file: 'valid-page.html',
    content: page,
    reason: 'A page with one document in it. The page around it is not looked at.',
    verdict: 'valid',
  },
  {
    file: 'valid-control-characters.json',
    content: sealWith(tell({ proof: { key: 'a\u0001\u007f\u2028b' } })),
    reason: 'Control characters in a string. Only those below U+0020 are escaped.',
    verdict: 'valid',
  },
];

export const makeFormVectors = async (): Promise<readonly Vector[]> => [
  ...good,
  ...ofBytes,
  ...ofSeal,
  ...(await ofStatement()),
];
