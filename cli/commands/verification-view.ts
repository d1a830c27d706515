import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { tame } from '../../shared/schema/visible-text.ts';
import type { Check, Verification } from '../../verifier/verification.ts';
import { isDoubt } from '../../verifier/verification.ts';
import { describeState } from '../../pages/wording/consent-state.ts';
import { showTime } from '../../pages/wording/plain-time.ts';
import { spellThumbprint } from '../../verifier/thumbprint.ts';
import { english } from '../../pages/words/evidence/eng.ts';
import type { Result } from '../printing/output.ts';
import { align } from '../printing/output.ts';

const nameHolding = ({ holds }: Check): string => {
  if (holds === null) return 'judge';
  return holds ? 'holds' : 'FAILS';
};

const isSoundHash = ({ name, holds }: Check): boolean => name === 'hash' && holds === true;

/** The checks as printed: the hashes of parts are one line if all are right. */
const shorten = (checks: readonly Check[]): readonly Check[] => {
  const hashes = checks.filter(({ name }) => name === 'hash');
  if (hashes.length === 0 || !hashes.every(isSoundHash)) return checks;
  const says = `All ${hashes.length} parts match their hashes.`;
  const one: Check = { name: 'hash', holds: true, part: 'hashes', says };
  return checks.flatMap((check) => (check === hashes[0] ? [one] : isSoundHash(check) ? [] : [check]));
};

const toJudge = ({ checks }: Verification): readonly Check[] => checks.filter(isDoubt);

const listParts = (checks: readonly Check[]): string =>
  [...new Set(checks.filter(({ holds }) => holds === false).map(({ part }) => part))].join(', ');

/** What to say about the statement once it is known to be unchanged. */
const describeStatement = (statement: Statement, { stateAt }: Verification): string =>
  [
    `Consent ${statement.id} of account "${tame(statement.account.name)}", as stated on ${showTime(statement.issuedAt)} (UTC):`,
    describeState({ ...statement, state: stateAt ?? statement.state }, english),
  ].join('\n');

const nameVerdict = (verification: Verification): string => {
  const { verdict, signer, checks } = verification;
  const open = toJudge(verification).length;
  const doubts = open === 0 ? '' : ` ${open === 1 ? 'One line is' : `${open} lines are`} for you to judge: see above.`;
  if (verdict === 'doubtful')
    return `DOUBTFUL. Signed with a key that ${signer?.whence} has, and unchanged since.${doubts}`;
  if (verdict === 'refused') return `REFUSED. What fails: ${listParts(checks)}.`;
  if (verdict === 'consistent')
    return `CONSISTENT: unchanged, signer unknown. Nothing has changed since it was signed, but who signed it is not checked: anybody can make such a document.${doubts}`;
  return `VALID. Signed with a key that ${signer?.whence} has, and unchanged since.`;
};

/** The thumbprint, for readers without a key file to compare. */
const describeSigner = ({ signer, verdict }: Verification): readonly string[] =>
  signer === undefined || verdict === 'refused'
    ? []
    : [
        [
          `Thumbprint of the key that signed: ${spellThumbprint(signer.kid)}`,
          ...(verdict === 'consistent'
            ? ['Compare it with the thumbprint in a source that you trust, such as a letter.']
            : []),
        ].join('\n'),
      ];

/** All checks, one line each, and the verdict. */
export const describeVerification = (verification: Verification): string => {
  const { checks, verdict, statement } = verification;
  const lines = align(shorten(checks).map((check) => [nameHolding(check), check.part, check.says]));
  const told = statement && verdict !== 'refused' ? [describeStatement(statement, verification)] : [];
  return [lines, ...told, ...describeSigner(verification), nameVerdict(verification)].join('\n\n');
};

/** How the command ends: with exit code 0 if the document is valid. */
export const concludeVerification = ({
  verdict,
  checks,
  doubts,
  signer,
}: Verification): Pick<Result, 'finding' | 'missing'> => {
  if (verdict === 'valid') return {};
  if (verdict === 'refused') return { finding: `The document is refused: ${listParts(checks)}.` };
  if (verdict === 'doubtful')
    return {
      missing: `The document is doubtful: ${doubts.join(', ')}. Read the lines that say "judge" before you rely on it.`,
    };
  return {
    missing: `The document is consistent, but its signer is unknown. Use --key with a file that has the key ${signer?.kid}. Take that file from a source you trust, not from the sender of the document.`,
  };
};
