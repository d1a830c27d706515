import type { CryptoKey } from 'jose';
import { base64url, calculateJwkThumbprint, flattenedVerify, importJWK } from 'jose';
import * as v from 'valibot';
import { attempt } from '../shared/attempt.ts';
import { toCanonicalJson } from '../shared/canonical.ts';
import { DocumentHeader, EvidenceDocument } from '../shared/evidence/document.ts';
import type { Span } from '../shared/evidence/state-statement.ts';
import { stateIn } from '../shared/evidence/state-statement.ts';
import type { Statement } from '../shared/evidence/statement-schema.ts';
import { lifetimes } from '../shared/lifetimes.ts';
import { isMap } from '../shared/schema/scalar.ts';
import { tame } from '../shared/schema/visible-text.ts';
import { checkNotice, checkOrigin, checkRecord, checkStatesAndTimes, isSame } from './agreement.ts';
import { readDocumentFile } from './document-file.ts';
import { followTimes } from './followed-times.ts';
import { checkHashes } from './hashes.ts';
import type { LogReader } from './log/check-log.ts';
import { checkLog } from './log/check-log.ts';
import { readStatement } from './members.ts';
import type { PublishedKeys } from './published-keys.ts';
import type { Saying } from './saying.ts';
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
const noStatement = fails('document', 'file', ['document-none']);

type Frame = Readonly<Record<string, unknown>> & { readonly statement: Readonly<Record<string, unknown>> };

const hasFrame = (value: unknown): value is Frame => isMap(value) && isMap(value.statement);

const checkFrame = (document: Frame): Check =>
  Object.keys(document)
    .filter((name) => name !== optionalMember)
    .sort()
    .join() === documentMembers.join()
    ? holds('document', 'file', ['document-ok'])
    : fails('document', 'file', ['document-members', { members: documentMembers, optional: optionalMember }]);

/** The greatest difference between clocks, in milliseconds. */
const clockDifference = 300_000;

const checkClock = ({ issuedAt }: Statement, now: Date): Check =>
  new Date(issuedAt).getTime() <= now.getTime() + clockDifference
    ? holds('issued-before-now', 'statement', ['issued-at', { time: issuedAt }])
    : asks('issued-before-now', 'statement', ['issued-later', { time: issuedAt }]);

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
    ? [asks('only-signature', 'signature', ['only-signature'])]
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

/** Longer than clocks differ, in milliseconds. */
const grace = lifetimes.evidenceKeyAfterSeconds * 1_000;

const findSigner = ({ kid, jwk }: DocumentHeader, known: PublishedKeys | undefined): Signer => {
  const key = known?.keys.find((published) => published.kid === kid && isSame(published.jwk, jwk));
  return {
    kid,
    jwk,
    whence: key && known ? known.whence : null,
    usedFrom: key?.usedFrom ?? null,
  };
};

const checkUse = ({ usedFrom: from }: Signer, whence: string, issuedAt: string): Check => {
  if (from === null) return asks('key-times', 'key', ['key-without-times', { whence: tame(whence), issuedAt }]);
  return new Date(issuedAt).getTime() >= new Date(from).getTime() - grace
    ? holds('key-times', 'key', ['key-in-use', { from }])
    : fails('key-times', 'key', ['key-not-in-use', { issuedAt, from }]);
};

/** Whether the reader knows the key, and whether it was in use already. */
const checkSigner = (signer: Signer, known: PublishedKeys | undefined, issuedAt: string): readonly Check[] => {
  const { kid, whence } = signer;
  if (whence !== null)
    return [
      holds('signer', 'key', ['signer-known', { kid, whence: tame(whence) }]),
      checkUse(signer, whence, issuedAt),
    ];
  const thumbprint = spellThumbprint(kid);
  return [
    asks(
      'signer',
      'key',
      known === undefined
        ? ['signer-without-key', { thumbprint }]
        : ['signer-other', { thumbprint, whence: tame(known.whence) }],
    ),
  ];
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

const refuse = (saying: Saying): HeaderRead => ({ check: fails('header', 'header', saying) });

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
  if (header === undefined) return refuse(['header-damaged']);
  if (encodeHeader(header) !== encoded) return refuse(['header-form']);
  if ((await calculateJwkThumbprint(header.jwk, 'sha256')) !== header.kid) return refuse(['header-other-key']);
  const key = await importKey(header);
  if (key === undefined) return refuse(['header-no-key']);
  const check = holds('header', 'header', ['header-ok']);
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

const refuseSignature = (saying: Saying): Check => fails('signature', 'signature', saying);

/** Checks the form of the signature, and that the key made it for this header and this statement. */
const checkSignature = async (header: Header | undefined, signature: unknown, statement: unknown): Promise<Check> => {
  if (!v.is(EvidenceDocument.entries.signature, signature)) return refuseSignature(['signature-form']);
  if (header === undefined) return refuseSignature(['signature-unchecked']);
  return (await isSignedBy(header, signature, statement))
    ? holds('signature', 'signature', ['signature-ok'])
    : refuseSignature(['signature-other']);
};
