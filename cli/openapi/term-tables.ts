import type { ParameterErrorCode } from '../../shared/problem.ts';
import { parameterErrorCodes } from '../../shared/problem.ts';
import { table } from './markdown-table.ts';

/** The terms that a developer meets first. docs/glossary.md has all. */
export const termTable = table(
  ['term', 'meaning'],
  [
    ['account', 'An organisation in the register. It owns users, projects, notices and consents.'],
    ['operator', 'Deploys and runs the register. Makes the accounts, users, projects and notices by command line.'],
    ['user', 'A login of an account, for a program or a person. An editor may do everything, a reader may only read.'],
    ['project', 'A site, an app or a CRM of an account. Requests name it by its `projectUid`.'],
    ['notice', 'What people agree to. The API also calls it "consent information". Its number is its PID.'],
    ['version', 'One published text of a notice, in all its languages. A version never changes.'],
    ['consent', 'A person agreed to a version of a notice.'],
    ['`proof`', 'What you send to show how the person agreed, such as the URL and the HTML of the form.'],
    ['`userData`', 'The values by which you know the person, such as name and email.'],
    ['stage', 'One deployed register, such as `prod`.'],
  ],
);

const errorCodes: Readonly<Record<ParameterErrorCode, string>> = {
  missing: 'it is required, or it is empty',
  malformed: 'it does not have the right form',
  unknown: 'it has a value that does not exist, such as a project that the account does not have',
  retired: 'it names a retired notice, for which nothing new is recorded',
  'unknown-parameter': 'the operation has no such parameter',
  conflict: 'it excludes another parameter of the request',
  repeated: 'it names a notice twice',
  'out-of-range': 'the number is too small or too large',
  'too-long': 'the text is too long',
  'too-many': 'it has too many members, or names too many notices',
  'answer-too-large': 'the answer would be too large for one call',
};

/** What the codes in the `errors` of a problem mean. */
export const errorCodeTable = table(
  ['`code` in `errors`', 'what is wrong with the parameter'],
  parameterErrorCodes.map((code) => [`\`${code}\``, errorCodes[code]]),
);
