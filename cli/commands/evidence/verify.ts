import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { describeSince } from '../../../pages/describe/checks.ts';
import { commandEnglish } from '../../../pages/describe/command-text.ts';
import { describeOutlook, describeState, identityFacts, personFacts } from '../../../pages/describe/consent.ts';
import { showTime } from '../../../pages/describe/writing.ts';
import type { Statement } from '../../../shared/evidence/statement.ts';
import { isMoment } from '../../../shared/runtime/time.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import { sayCheck } from '../../../verifier/check-sentences.ts';
import { longestFile } from '../../../verifier/document.ts';
import type { PublishedKeys } from '../../../verifier/keys.ts';
import { formatThumbprint, readPublishedKeys } from '../../../verifier/keys.ts';
import type { KeptCheckpoint } from '../../../verifier/log/checkpoints.ts';
import { readKeptCheckpoint } from '../../../verifier/log/checkpoints.ts';
import type { Check, Message, Verification } from '../../../verifier/verification.ts';
import { isDoubt } from '../../../verifier/verification.ts';
import { verifyDocument } from '../../../verifier/verify.ts';
import { command, offline } from '../../action.ts';
import { inForceAtOption } from '../../choose-consent.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { refuseReading } from '../../input/files.ts';
import { addText } from '../../input/values.ts';
import type { Result } from '../../output/print.ts';
import { align } from '../../output/rows.ts';

/** The file name that means standard input. */
export const standardInput = '-';

/** Reads at most one byte more than the longest allowed file, to detect longer ones. */
const readStart = async (stream: Readable): Promise<Uint8Array> => {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of stream) {
    const bytes = Buffer.from(piece);
    pieces.push(bytes);
    length += bytes.length;
    if (length > longestFile) break;
  }
  return Buffer.concat(pieces).subarray(0, longestFile + 1);
};

/**
 * The bytes of a given file, but no more of it than is needed to refuse it.
 *
 * @param file `-` for standard input
 * @throws CommandError usage when it cannot be read
 */
export const readGivenFile = async (file: string): Promise<Uint8Array> => {
  if (file === standardInput) return readStart(process.stdin);
  try {
    const handle = await open(file);
    return await readStart(handle.createReadStream());
  } catch (error) {
    throw refuseReading(file, error);
  }
};

/** A checkpoint that the verifier kept. @throws CommandError usage */
export const readCheckpointFile = async (file: string): Promise<KeptCheckpoint> => {
  const read = readKeptCheckpoint(new TextDecoder().decode(await readGivenFile(file)), escapeInvisible(file));
  if ('fault' in read) throw new CommandError(read.fault, 'usage');
  return read.kept;
};

const readKeys = async (file: string): Promise<PublishedKeys> => {
  const text = new TextDecoder().decode(await readGivenFile(file));
  const read = await readPublishedKeys(text, escapeInvisible(file));
  if ('keys' in read) return read.keys;
  const { code, source, member } = read.fault;
  throw new CommandError(commandEnglish.t(`verify.keyFaults.${code}`, { name: source, member }), 'usage');
};

/** How a check ended. A remark is for the reader and is no doubt: every verdict allows it. */
const nameHolding = (check: Pick<Check, 'name' | 'holds'>): string => {
  if (check.holds === null) return isDoubt(check) ? 'judge' : 'remark';
  return check.holds ? 'holds' : 'FAILS';
};

/** A check with its sentence. */
interface SaidCheck extends Omit<Check, 'saying'> {
  readonly says: string;
}

const toSaid = ({ name, holds, saying }: Check): SaidCheck => ({ name, holds, says: sayCheck(saying) });

const toJudge = ({ checks }: Verification): readonly Check[] => checks.filter(isDoubt);

const listFailing = (checks: readonly Check[]): string =>
  [...new Set(checks.filter(({ holds }) => holds === false).map(({ name }) => name))].join(', ');

/** Whose consent it is, and to what. What others wrote is indented, so that it looks like no line of this command. */
const describeSubject = (statement: Statement): readonly string[] => {
  const person = personFacts(statement);
  return [
    align(identityFacts(statement, commandEnglish)),
    ...(person.length > 0
      ? [`The person, as the site said:\n${align(person.map(([name, value]) => ['', name, value]))}`]
      : []),
  ];
};

/** What to say about the statement once it is known to be unchanged. */
const describeStatement = (statement: Statement, { stateAt, since = [] }: Verification): string => {
  const asked = { ...statement, state: stateAt ?? statement.state };
  return [
    `As stated on ${showTime(statement.issuedAt)} (UTC):`,
    describeState(asked, commandEnglish),
    describeOutlook(asked, commandEnglish),
    ...since.map((one) => describeSince(one, commandEnglish.t, showTime)),
  ]
    .filter((line) => line !== '')
    .join('\n');
};

const nameVerdict = (verification: Verification): string => {
  const { verdict, signer, checks } = verification;
  const open = toJudge(verification).length;
  const doubts = open === 0 ? '' : ` ${open === 1 ? 'One line is' : `${open} lines are`} for you to judge: see above.`;
  if (verdict === 'doubtful') return `DOUBTFUL. Signed with a key in ${signer?.source}, and unchanged since.${doubts}`;
  if (verdict === 'refused') return `REFUSED. What fails: ${listFailing(checks)}.`;
  if (verdict === 'consistent')
    return `CONSISTENT: unchanged, signer unknown. Nothing has changed since it was signed, but who signed it is not checked: anybody can make such a document.${doubts}`;
  return `VALID. Signed with a key in ${signer?.source}, and unchanged since.`;
};

/** The thumbprint, for readers without a key file to compare. */
const describeSigner = ({ signer, verdict }: Verification): readonly string[] =>
  signer === undefined || verdict === 'refused'
    ? []
    : [
        [
          `Thumbprint of the key that signed: ${formatThumbprint(signer.kid)}`,
          ...(verdict === 'consistent'
            ? ['Compare it with the thumbprint in a source that you trust, such as a letter.']
            : []),
        ].join('\n'),
      ];

/** A message with its times as commands show them; to scripts they are said in ISO 8601. */
const toPlainTimes = (message: Message): Message =>
  JSON.parse(JSON.stringify(message), (_, value) =>
    typeof value === 'string' && isMoment(value) ? showTime(value) : value,
  );

/** All checks, one line each, and the verdict. */
const describeVerification = (verification: Verification): string => {
  const { checks, verdict, statement } = verification;
  const lines = align(checks.map((check) => [nameHolding(check), check.name, sayCheck(toPlainTimes(check.saying))]));
  const described =
    statement && verdict !== 'refused'
      ? [...describeSubject(statement), describeStatement(statement, verification)]
      : [];
  return [lines, ...described, ...describeSigner(verification), nameVerdict(verification)].join('\n\n');
};

/** How the command ends: with exit code 0 if the document is valid. */
const concludeVerification = ({
  verdict,
  checks,
  doubts,
  signer,
}: Verification): Pick<Result, 'finding' | 'missing'> => {
  if (verdict === 'valid') return {};
  if (verdict === 'refused') return { finding: `The document is refused: ${listFailing(checks)}.` };
  if (verdict === 'doubtful')
    return {
      missing: `The document is doubtful: ${doubts.join(', ')}. Read the lines that say "judge" before you rely on it.`,
    };
  return {
    missing: `The document is consistent, but its signer is unknown. Use --key with a file that has the key ${signer?.kid}. The operator of the register writes it with \`evidence keys --out keys.json\`. Take it from a source you trust, not from the sender of the document.`,
  };
};

export const verify = command(
  'verify',
  'Verifies a signed document without a register or a network: prints a line for each check, then the verdict',
  'evidence verify evidence.json --key keys.json --at 2026-11-22',
)
  .argument('<file>', `a document, a page that contains one, or ${standardInput} for standard input`)
  .option(
    '--key <file>',
    `the key file that you trust: from \`evidence keys\`, or a JWK. Without it the verdict is never valid, and the exit code is ${exitCodes.notFound} at best, as for a document that leaves a doubt`,
  )
  .option('--checkpoint <file>', 'a checkpoint of the log that you kept; can be repeated', addText)
  .option(...inForceAtOption)
  .action(
    offline(async (file, { key, at, checkpoint = [] }) => {
      if ([file, key, ...checkpoint].filter((each) => each === standardInput).length > 1)
        throw new CommandError(
          'Only one file can come from standard input. Save the others, and give their names.',
          'usage',
        );
      const keys = key === undefined ? undefined : await readKeys(key);
      const checkpoints = await Promise.all(checkpoint.map(readCheckpointFile));
      const verification = await verifyDocument(await readGivenFile(file), { keys, checkpoints, at, now: new Date() });
      const { statement: _, ...data } = verification;
      const said = { ...data, checks: data.checks.map(toSaid) };
      return { data: said, text: describeVerification(verification), ...concludeVerification(verification) };
    }),
  );
