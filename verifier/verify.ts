import { lifetimes } from '../shared/api/limits.ts';
import type { DocumentHeader } from '../shared/evidence/schema.ts';
import { readTimes, stateIn } from '../shared/evidence/state-statement.ts';
import type { Statement } from '../shared/evidence/statement.ts';
import { toStatement } from '../shared/evidence/statement.ts';
import type { Span } from '../shared/schema/time-span.ts';
import { escapeInvisible } from '../shared/schema/visible-text.ts';
import { checkAgreement, isSame } from './agreement.ts';
import { hasFrame, readDocumentFile, readFacts } from './document.ts';
import type { PublishedKeys } from './keys.ts';
import { formatThumbprint } from './keys.ts';
import type { LogReader } from './log/check-log.ts';
import { checkLog } from './log/check-log.ts';
import { checkSeal } from './seal.ts';
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
  if (signer.whence === null) return 'consistent';
  return doubtsOf(checks).length > 0 ? 'doubtful' : 'valid';
};

const findStateAt = ({ times, issuedAt }: Statement, at: Span) => stateIn(readTimes(times), at, new Date(issuedAt));

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
  if (from === null)
    return leaveOpen('key-times', ['key-without-times', { whence: escapeInvisible(whence), issuedAt }]);
  return Date.parse(issuedAt) >= Date.parse(from) - grace
    ? pass('key-times', ['key-in-use', { from }])
    : fail('key-times', ['key-not-in-use', { issuedAt, from }]);
};

/** Whether the reader knows the key, and whether it was in use already. */
const checkSigner = (signer: Signer, known: PublishedKeys | undefined, issuedAt: string): readonly Check[] => {
  const { kid, whence } = signer;
  if (whence !== null)
    return [
      pass('signer', ['signer-known', { kid, whence: escapeInvisible(whence) }]),
      checkUse(signer, whence, issuedAt),
    ];
  const thumbprint = formatThumbprint(kid);
  return [
    leaveOpen(
      'signer',
      known === undefined
        ? ['signer-without-key', { thumbprint }]
        : ['signer-other', { thumbprint, whence: escapeInvisible(known.whence) }],
    ),
  ];
};
