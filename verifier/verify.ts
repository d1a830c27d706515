import type { Span } from '../shared/evidence/state-statement.ts';
import { stateIn } from '../shared/evidence/state-statement.ts';
import type { Statement } from '../shared/evidence/statement-schema.ts';
import { isMap } from '../shared/schema/scalar.ts';
import { checkNotice } from './agreement/notice-agreement.ts';
import { checkOrigin } from './agreement/origin-agreement.ts';
import { checkRecord } from './agreement/record-agreement.ts';
import { checkStatesAndTimes, followTimes } from './agreement/state-agreement.ts';
import { readDocumentFile } from './document-file.ts';
import { checkHashes } from './hashes.ts';
import type { LogReader } from './log/check-log.ts';
import { checkLog } from './log/check-log.ts';
import { readStatement } from './members.ts';
import type { Header } from './signature.ts';
import { checkSignature, readHeader } from './signature.ts';
import { checkSigner, findSigner } from './signer.ts';
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
    ...{ verdict, checks, doubts: doubtsOf(checks) },
    ...(statement && { statement }),
    ...(signer && { signer }),
    ...(statement && at && verdict !== 'refused' && tellStateAt(statement, at)),
    ...(logged.since.length > 0 && verdict !== 'refused' && { since: logged.since }),
  };
};
