import type { CryptoKey } from 'jose';
import { base64url, calculateJwkThumbprint, flattenedVerify, importJWK } from 'jose';
import * as v from 'valibot';
import { lifetimes } from '../shared/api/limits.ts';
import { DocumentHeader, EvidenceDocument } from '../shared/evidence/schema.ts';
import { readTimes, stateIn } from '../shared/evidence/state-statement.ts';
import type { Statement } from '../shared/evidence/statement.ts';
import { toStatement } from '../shared/evidence/statement.ts';
import { toCanonicalJson } from '../shared/runtime/canonical.ts';
import { attempt } from '../shared/runtime/values.ts';
import type { Span } from '../shared/schema/time-span.ts';
import { escapeInvisible } from '../shared/schema/visible-text.ts';
import { checkAgreement, isSameJson } from './agreement.ts';
import type { Frame } from './document.ts';
import { hasFrame, readDocumentFile, readFacts } from './document.ts';
import type { PublishedKeys } from './keys.ts';
import { formatThumbprint } from './keys.ts';
import type { LogReader } from './log/check-log.ts';
import { checkLog } from './log/check-log.ts';
import type { Check, Signer, Verdict, Verification } from './verification.ts';
import { checkNames, doubtsOf, fail, leaveOpen, pass } from './verification.ts';

/** The reader's inputs. Without keys no document is valid. */
export interface Reader extends LogReader {
  /** The time to give the state for. */
  readonly at?: Span | undefined;
}

/**
 * Verifies a document offline (docs/evidence-format.md). It never throws, however damaged the file is, and makes every possible check.
 *
 * @param file its unchanged bytes, or its text
 */
export const verifyDocument = async (file: Uint8Array | string, reader: Reader): Promise<Verification> => {
  const { value, checks: ofFile } = readDocumentFile(file);
  if (value === undefined) return refuse(ofFile);
  // Whether other JSON is canonical means nothing.
  if (!hasFrame(value))
    return refuse([...ofFile.filter(({ name }) => name === 'json'), fail('document', ['document-none'])]);
  const { facts, check } = readFacts(value);
  const { checks: ofSeal, header } = await checkSeal(value);
  const signer = header && findSigner(header, reader.keys);
  const begun = [...ofFile, check, ...ofSeal];
  if (facts === undefined) return { ...refuse(begun), ...(signer && { signer }) };
  const logged = await checkLog(facts, value.log, reader);
  const checks = inOrder([
    ...begun,
    ...checkAgreement(facts, reader.now),
    ...(signer ? checkSigner(signer, reader.keys, facts.issuedAt) : []),
    ...logged.checks,
  ]);
  const verdict = decideVerdict(checks, signer);
  const hasAgreed = checks.every(({ name, holds: isHolding }) => name !== 'versions' || isHolding !== false);
  const statement = hasAgreed ? toStatement(facts) : undefined;
  return {
    verdict,
    checks,
    doubts: doubtsOf(checks),
    ...(statement && { statement }),
    ...(signer && { signer }),
    ...(statement && reader.at && verdict !== 'refused' && { stateAt: findStateAt(statement, reader.at) }),
    ...(logged.since.length > 0 && verdict !== 'refused' && { since: logged.since }),
  };
};

const inOrder = (checks: readonly Check[]): readonly Check[] =>
  checks.toSorted((one, other) => checkNames.indexOf(one.name) - checkNames.indexOf(other.name));

const refuse = (checks: readonly Check[]): Verification => ({ verdict: 'refused', checks, doubts: [] });

const decideVerdict = (checks: readonly Check[], signer: Signer | undefined): Verdict => {
  if (signer === undefined || checks.some((check) => check.holds === false)) return 'refused';
  if (signer.source === null) return 'consistent';
  return doubtsOf(checks).length > 0 ? 'doubtful' : 'valid';
};

const findStateAt = ({ times, issuedAt }: Statement, at: Span) => stateIn(readTimes(times), at, new Date(issuedAt));

/** Longer than clocks differ, in milliseconds. */
const grace = lifetimes.evidenceKeyAfterSeconds * 1_000;

const findSigner = ({ kid, jwk }: DocumentHeader, known: PublishedKeys | undefined): Signer => {
  const key = known?.keys.find((published) => published.kid === kid && isSameJson(published.jwk, jwk));
  return {
    kid,
    jwk,
    source: key && known ? known.source : null,
    usedFrom: key?.usedFrom ?? null,
  };
};

const checkUse = ({ usedFrom: from }: Signer, source: string, issuedAt: string): Check => {
  if (from === null)
    return leaveOpen('key-times', ['key-without-times', { source: escapeInvisible(source), issuedAt }]);
  return Date.parse(issuedAt) >= Date.parse(from) - grace
    ? pass('key-times', ['key-in-use', { from }])
    : fail('key-times', ['key-not-in-use', { issuedAt, from }]);
};

/** Whether the reader knows the key, and whether it was in use already. */
const checkSigner = (signer: Signer, known: PublishedKeys | undefined, issuedAt: string): readonly Check[] => {
  const { kid, source } = signer;
  if (source !== null)
    return [
      pass('signer', ['signer-known', { kid, source: escapeInvisible(source) }]),
      checkUse(signer, source, issuedAt),
    ];
  const thumbprint = formatThumbprint(kid);
  return [
    leaveOpen(
      'signer',
      known === undefined
        ? ['signer-without-key', { thumbprint }]
        : ['signer-other', { thumbprint, source: escapeInvisible(known.source) }],
    ),
  ];
};

/** The signer that a document names. */
interface Header {
  readonly header: DocumentHeader;
  readonly key: CryptoKey;
}

/** Checks who signed a document: its header, and that this key made the signature. */
const checkSeal = async (
  document: Frame,
): Promise<{ readonly checks: readonly Check[]; readonly header: DocumentHeader | undefined }> => {
  const read = await readHeader(document.protected);
  const isSigned = read !== undefined && (await isSignedBy(read, document));
  return {
    checks: [
      read === undefined ? fail('header', ['header-other']) : pass('header', ['header-ok']),
      isSigned ? pass('signature', ['signature-ok']) : fail('signature', ['signature-other']),
    ],
    header: read?.header,
  };
};

/** The header, if it is well formed. Whether it is in its only allowed form shows when it is encoded again. */
const parseHeader = (encoded: unknown): DocumentHeader | undefined =>
  attempt(() => {
    const bytes = base64url.decode(v.parse(v.string(), encoded));
    return v.parse(DocumentHeader, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  });

const encodeHeader = (header: DocumentHeader): string => base64url.encode(toCanonicalJson(header));

/** The key that checks signatures; undefined if its point is not on the curve. */
const importKey = async ({ jwk }: DocumentHeader): Promise<CryptoKey | undefined> => {
  try {
    const key = await importJWK({ ...jwk }, 'ES256');
    return key instanceof Uint8Array ? undefined : key;
  } catch {
    return undefined;
  }
};

/** Undefined unless its members, its form, its key and the thumbprint are right. */
const readHeader = async (encoded: unknown): Promise<Header | undefined> => {
  const header = parseHeader(encoded);
  if (header === undefined || encodeHeader(header) !== encoded) return undefined;
  if ((await calculateJwkThumbprint(header.jwk, 'sha256')) !== header.kid) return undefined;
  const key = await importKey(header);
  return key && { header, key };
};

const isSignedBy = async ({ header, key }: Header, { signature, statement }: Frame): Promise<boolean> => {
  if (!v.is(EvidenceDocument.entries.signature, signature)) return false;
  const payload = base64url.encode(toCanonicalJson(statement));
  try {
    await flattenedVerify({ protected: encodeHeader(header), payload, signature }, key, { algorithms: ['ES256'] });
    return true;
  } catch {
    return false;
  }
};
