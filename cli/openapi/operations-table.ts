import { contract } from '../../shared/contract.ts';
import { descriptions } from './descriptions/descriptions.ts';
import type { Access, OperationRules } from '../../shared/operation-definition.ts';
import { sharedProblems } from '../../shared/operation-problems.ts';
import type { ProblemCode } from '../../shared/problem-catalogue.ts';
import { problems } from '../../shared/problem-catalogue.ts';
import { isExtension } from './extension.ts';
import { operationNames } from './flow.ts';
import { table } from './markdown-table.ts';

export const listProblems = (title: string, codes: readonly ProblemCode[]): string =>
  codes.length === 0
    ? ''
    : `${title}: ${codes
        .map((code) => `${problems[code].status} \`${code}\``)
        .sort()
        .join(', ')}.`;

/** Whether all operations of the same access can answer with a problem. */
export const isShared = ({ access }: OperationRules, code: ProblemCode): boolean =>
  sharedProblems[access].includes(code);

const accessWords: Readonly<Record<Access, string>> = {
  anyone: 'Every operation',
  bearer: 'An operation that needs an access token',
  user: 'Such an operation, unless it only ends the session',
  'consent-register': 'An operation under `/consent-register`',
};

/** The table of operations, and the problems that they share. */
export const introduceOperations = (): string => {
  const rows = operationNames.map((name) => {
    const { summary } = descriptions[name];
    const kind = isExtension(name) ? 'extension' : '';
    return [`[${summary}](#${summary.toLowerCase().replaceAll(' ', '-')})`, `\`${contract[name].path}\``, kind];
  });
  const access: readonly Access[] = ['anyone', 'bearer', 'user', 'consent-register'];
  const shared = access.map((one, i) => {
    const before = i === 0 ? [] : sharedProblems[access[i - 1] ?? one];
    const codes = sharedProblems[one].filter((code) => !before.includes(code));
    return `- ${listProblems(accessWords[one], codes)}`;
  });
  return [
    'Seven operations are the interface. The extensions change nothing in them. All but `logout` only read.',
    table(['operation', 'path', ''], rows),
    'All operations share these [problems](#all-problems). Each operation lists its further ones.',
    shared.join('\n'),
  ].join('\n\n');
};
