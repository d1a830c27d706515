import type { CryptoKey } from 'jose';
import { base64url, calculateJwkThumbprint, flattenedVerify, importJWK } from 'jose';
import * as v from 'valibot';
import { attempt } from '../shared/attempt.ts';
import { toCanonicalJson } from '../shared/canonical.ts';
import { DocumentHeader, EvidenceDocument } from '../shared/evidence/document.ts';
import type { Span } from '../shared/evidence/state-statement.ts';
import { stateIn } from '../shared/evidence/state-statement.ts';
import type { Statement } from '../shared/evidence/statement-schema.ts';
import { isLowS } from '../shared/identity/keys/ecdsa-signature.ts';
import { lifetimes } from '../shared/lifetimes.ts';
import { isMap } from '../shared/schema/scalar.ts';
import { checkNotice, checkOrigin, checkRecord, checkStatesAndTimes, followTimes, isSame } from './agreement.ts';
import { readDocumentFile } from './document-file.ts';
import { checkHashes } from './hashes.ts';
import type { LogReader } from './log/check-log.ts';
import { checkLog } from './log/check-log.ts';
import { readStatement } from './members.ts';
import type { PublishedKey, PublishedKeys } from './published-keys.ts';
import { spellThumbprint } from './thumbprint.ts';
import type { Check, Signer, Verdict, Verification } from './verification.ts';
import { asks, doubtsOf, fails, holds } from './verification.ts';

/** The reader's inputs. Without keys no document is valid. */
export interface Reader extends LogReader {
  /** The time to give the state for. */
  readonly at?: Span | undefined;
}

const documentMembers = ['protected', 'signature', 'statement'];

/** Not signed, so it may be added and removed. */
const optionalMember = 'log';

/** Replaces the `canonical` check, which means nothing for other JSON. */
const noStatement = fails('document', 'file', 'The file is not an evidence document: it has no statement.');

type Frame = Readonly<Record<string, unknown>> & { readonly statement: Readonly<Record<string, unknown>> };

const hasFrame = (value: unknown): value is Frame => isMap(value) && isMap(value.statement);

const checkFrame = (document: Frame): Check =>
  Object.keys(document)
    .filter((name) => name !== optionalMember)
    .sort()
    .join() === documentMembers.join()
    ? holds('document', 'file', 'The document has a header, a signature and a statement.')
    : fails(
        'document',
        'file',
        `The document must have the members ${documentMembers.join(', ')}, optionally ${optionalMember}, and no others.`,
      );

/** The greatest difference between clocks, in milliseconds. */
const clockDifference = 300_000;

const checkClock = ({ issuedAt }: Statement, now: Date): Check =>
  new Date(issuedAt).getTime() <= now.getTime() + clockDifference
    ? holds('issued-before-now', 'statement', `The statement was issued at ${issuedAt}.`)
    : asks(
        'issued-before-now',
        'statement',
        `The time of issue, ${issuedAt}, is later than the clock of this machine. One of the two is wrong.`,
      );

const checkAgreement = async (statement: Statement, now: Date): Promise<readonly Check[]> => [
  ...checkRecord(statement),
  ...checkOrigin(statement),
  ...(await checkNotice(statement)),
  ...checkStatesAndTimes(statement),
  checkClock(statement, now),
];

/** If every part matches its hash, the change is outside the parts, or its hash was changed too. */
const checkRest = (hashes: readonly Check[], signature: Check): readonly Check[] =>
  signature.holds === false && hashes.every((check) => check.holds)
    ? [
        asks(
          'only-signature',
          'signature',
          'Every part matches its hash. Either the signature or the header was changed, or somebody changed a part and computed its hash again.',
        ),
      ]
    : [];

const judge = (checks: readonly Check[], signer: Signer | undefined): Verdict => {
  if (signer === undefined || checks.some((check) => check.holds === false)) return 'refused';
  if (signer.whence === null) return 'consistent';
  return doubtsOf(checks).length > 0 ? 'doubtful' : 'valid';
};

const tellStateAt = (statement: Statement, at: Span) => ({
  stateAt: stateIn(followTimes(statement), at, new Date(statement.issuedAt)),
});

const nothingLogged: Awaited<ReturnType<typeof checkLog>> = { checks: [], since: [] };

/** Checks the frame, header, signature and hashes of a document. */
const checkSeal = async (document: Frame): Promise<{ readonly checks: readonly Check[]; readonly header?: Header }> => {
  const { read, check } = await readHeader(document.protected);
  const signature = await checkSignature(read, document.signature, document.statement);
  const hashes = await checkHashes(document.statement);
  return {
    checks: [checkFrame(document), check, signature, ...hashes, ...checkRest(hashes, signature)],
    ...(read && { header: read }),
  };
};

/**
 * Verifies a document offline (docs/evidence.md). It never throws, however damaged the file is, and makes every possible check, so that it names
 * the changed part.
 *
 * @param file its unchanged bytes, or its text
 */
export const verifyDocument = async (file: Uint8Array | string, reader: Reader): Promise<Verification> => {
  const { keys, at, now } = reader;
  const { value, checks: ofFile } = readDocumentFile(file);
  if (value === undefined) return { verdict: 'refused', checks: ofFile, doubts: [] };
  if (!hasFrame(value))
    return {
      verdict: 'refused',
      checks: [...ofFile.filter(({ name }) => name !== 'canonical'), noStatement],
      doubts: [],
    };
  const { checks: ofSeal, header } = await checkSeal(value);
  const { statement, checks: ofMembers } = readStatement(value.statement);
  const agreement = statement ? await checkAgreement(statement, now) : [];
  const signer = header && findSigner(header.header, keys);
  const trust = signer && statement ? checkSigner(signer, keys, statement.issuedAt) : [];
  const logged = statement ? await checkLog(statement, value.log, reader) : nothingLogged;
  const checks = [...ofFile, ...ofSeal, ...ofMembers, ...agreement, ...trust, ...logged.checks];
  const verdict = judge(checks, signer);
  return {
    verdict,
    checks,
    doubts: doubtsOf(checks),
    ...(statement && { statement }),
    ...(signer && { signer }),
    ...(statement && at && verdict !== 'refused' && tellStateAt(statement, at)),
    ...(logged.since.length > 0 && verdict !== 'refused' && { since: logged.since }),
  };
};

/** Longer than clocks differ, and than a running function may continue with the earlier key, in milliseconds. */
const grace = lifetimes.evidenceKeyAfterSeconds * 1_000;

const findSigner = ({ kid, jwk }: DocumentHeader, known: PublishedKeys | undefined): Signer => {
  const key = known?.keys.find((published) => published.kid === kid && isSame(published.jwk, jwk));
  return {
    kid,
    jwk,
    whence: key && known ? known.whence : null,
    usedFrom: key?.usedFrom ?? null,
    usedUntil: key?.usedUntil ?? null,
    isConfirmed: key?.isConfirmed ?? true,
  };
};

const isInUse = ({ usedFrom, usedUntil }: Pick<PublishedKey, 'usedFrom' | 'usedUntil'>, at: number): boolean =>
  (usedFrom === null || at >= new Date(usedFrom).getTime() - grace) &&
  (usedUntil === null || at <= new Date(usedUntil).getTime() + grace);

const nameTimes = ({ usedFrom, usedUntil }: Signer): string =>
  [usedFrom && `from ${usedFrom}`, usedUntil && `until ${usedUntil}`].filter(Boolean).join(' ');

const checkUse = (signer: Signer, issuedAt: string): Check => {
  const times = nameTimes(signer);
  if (times === '')
    return asks(
      'key-times',
      'key',
      `You know the key from ${signer.whence}, which does not say when it was in use. Judge whether it was in use at ${issuedAt}.`,
    );
  return isInUse(signer, new Date(issuedAt).getTime())
    ? holds('key-times', 'key', `The key was in use when the statement was issued: ${times}.`)
    : fails('key-times', 'key', `The statement was issued at ${issuedAt}, but the key was in use only ${times}.`);
};

/** A key that stands in the register's table, where whoever writes into the table can put one. */
const checkConfirmed = ({ whence, isConfirmed }: Signer): readonly Check[] =>
  isConfirmed
    ? []
    : [
        asks(
          'key-confirmed',
          'key',
          `${whence} says that the key is not confirmed: nothing but the register's table has it, and somebody may have written it there. Ask the operator how the key came about, and do not rely on the document before.`,
        ),
      ];

/** Whether the reader knows the key, and whether it was in use. */
const checkSigner = (signer: Signer, known: PublishedKeys | undefined, issuedAt: string): readonly Check[] => {
  if (signer.whence !== null)
    return [
      holds('signer', 'key', `The key ${signer.kid} is known from ${signer.whence}.`),
      ...checkConfirmed(signer),
      checkUse(signer, issuedAt),
    ];
  const thumbprint = spellThumbprint(signer.kid);
  const says =
    known === undefined
      ? `The signer is unknown: you gave no key. The document has its own key, with the thumbprint ${thumbprint}, but anybody can make a key.`
      : `The signer is unknown: the key with the thumbprint ${thumbprint} is not from ${known.whence}. Anybody can make a key.`;
  return [asks('signer', 'key', says)];
};

/** The header, if it is well formed. Whether it is in its only allowed form shows when it is encoded again. */
const parseHeader = (encoded: unknown): DocumentHeader | undefined =>
  attempt(() => {
    const bytes = base64url.decode(v.parse(v.string(), encoded));
    return v.parse(DocumentHeader, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  });

const encodeHeader = (header: DocumentHeader): string => base64url.encode(toCanonicalJson(header));

/** The signer that a document names. */
interface Header {
  readonly header: DocumentHeader;
  readonly key: CryptoKey;
}

/** The header if all of it holds, and the check. */
interface HeaderRead {
  readonly read?: Header;
  readonly check: Check;
}

const refuse = (says: string): HeaderRead => ({ check: fails('header', 'header', says) });

/** The key that checks signatures; undefined if its point is not on the curve. */
const importKey = async ({ jwk }: DocumentHeader): Promise<CryptoKey | undefined> => {
  try {
    const key = await importJWK({ ...jwk }, 'ES256');
    return key instanceof Uint8Array ? undefined : key;
  } catch {
    return undefined;
  }
};

/** Reads the protected header and checks its members, its form, its key and the thumbprint. */
const readHeader = async (encoded: unknown): Promise<HeaderRead> => {
  const header = parseHeader(encoded);
  if (header === undefined)
    return refuse('The protected header is not valid for a document: it is damaged, or names another way of signing.');
  if (encodeHeader(header) !== encoded)
    return refuse('The protected header is not written in the only form that is allowed.');
  if ((await calculateJwkThumbprint(header.jwk, 'sha256')) !== header.kid)
    return refuse('The protected header names another key than it contains: "kid" is not the thumbprint of "jwk".');
  const key = await importKey(header);
  if (key === undefined) return refuse('The protected header has no usable key: it is not a point of the curve P-256.');
  const check = holds('header', 'header', 'The protected header is valid and names the key that it contains.');
  return { read: { header, key }, check };
};

const isSignedBy = async ({ header, key }: Header, signature: string, statement: unknown): Promise<boolean> => {
  const payload = base64url.encode(toCanonicalJson(statement));
  try {
    await flattenedVerify({ protected: encodeHeader(header), payload, signature }, key, { algorithms: ['ES256'] });
    return true;
  } catch {
    return false;
  }
};

const refuseSignature = (says: string): Check => fails('signature', 'signature', says);

/** Checks the form of the signature, and that the key made it for this header and this statement. */
const checkSignature = async (header: Header | undefined, signature: unknown, statement: unknown): Promise<Check> => {
  if (!v.is(EvidenceDocument.entries.signature, signature))
    return refuseSignature('The signature is not 64 bytes in base64url without spare bits.');
  if (!isLowS(base64url.decode(signature)))
    return refuseSignature('The signature is not in the only form that is allowed: its second number is too high.');
  if (header === undefined)
    return refuseSignature('The signature cannot be checked, because the protected header is not valid.');
  return (await isSignedBy(header, signature, statement))
    ? holds('signature', 'signature', 'The key in the header made this signature, for exactly this statement.')
    : refuseSignature('The key in the header did not make this signature for this statement.');
};
