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
import { asks, fails, holds } from './verification.ts';

/** What the reader brings along. Without keys no document is valid. */
export interface Reader extends LogReader {
  /** A time whose state is asked for. */
  readonly at?: Span | undefined;
  readonly now: Date;
}

const documentMembers = ['protected', 'signature', 'statement'];

/** Not signed: it may be added and left out. */
const optionalMember = 'log';

/** Of any other JSON nobody needs to know whether it is written in the one way. */
const noStatement = fails('document', 'file', 'The file is no document: it has no statement.');

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
        `The document must have the members ${documentMembers.join(', ')}, perhaps ${optionalMember}, and no others.`,
      );

/** Clocks differ by so much at most, in milliseconds. */
const clockDifference = 300_000;

const checkClock = ({ issuedAt }: Statement, now: Date): Check =>
  new Date(issuedAt).getTime() <= now.getTime() + clockDifference
    ? holds('issued-before-now', 'statement', `The statement was issued at ${issuedAt}.`)
    : asks(
        'issued-before-now',
        'statement',
        `The statement says that it was issued at ${issuedAt}, which is later than the clock of this machine. One of them is wrong.`,
      );

const checkAgreement = async (statement: Statement, now: Date): Promise<readonly Check[]> => [
  ...checkRecord(statement),
  ...checkOrigin(statement),
  ...(await checkNotice(statement)),
  ...checkStatesAndTimes(statement),
  checkClock(statement, now),
];

/** Where each part has its hash, what was changed is none of them. */
const checkRest = (hashes: readonly Check[], signature: Check): readonly Check[] =>
  signature.holds === false && hashes.every((check) => check.holds)
    ? [
        asks(
          'only-signature',
          'signature',
          'All parts have their hashes: either the signature or the header was changed, or somebody changed a part and made its hash anew.',
        ),
      ]
    : [];

const judge = (checks: readonly Check[], signer: Signer | undefined): Verdict => {
  if (signer === undefined || checks.some((check) => check.holds === false)) return 'refused';
  return signer.whence === null ? 'consistent' : 'valid';
};

const tellStateAt = (statement: Statement, at: Span) => ({
  stateAt: stateIn(followTimes(statement), at, new Date(statement.issuedAt)),
});

const nothingLogged: Awaited<ReturnType<typeof checkLog>> = { checks: [], since: [] };

/** Looks at the seal of a document: its frame, header, signature and hashes. */
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
 * Verifies a document offline (docs/evidence.md). It throws for no file, however damaged, and looks at all that can be looked at, so that the
 * part that was changed is named.
 *
 * @param file its bytes as they are, or its text
 */
export const verifyDocument = async (file: Uint8Array | string, reader: Reader): Promise<Verification> => {
  const { keys, at, now } = reader;
  const { value, checks: ofFile } = readDocumentFile(file);
  if (value === undefined) return { verdict: 'refused', checks: ofFile };
  if (!hasFrame(value))
    return {
      verdict: 'refused',
      checks: [...ofFile.filter(({ name }) => name !== 'canonical'), noStatement],
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
    ...{ verdict, checks },
    ...(statement && { statement }),
    ...(signer && { signer }),
    ...(statement && at && verdict !== 'refused' && tellStateAt(statement, at)),
    ...(logged.since.length > 0 && verdict !== 'refused' && { since: logged.since }),
  };
};
