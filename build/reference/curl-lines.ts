import { demoAccounts } from '../../cli/local/demo.ts';
import { quoteForShell } from '../../cli/output/format.ts';
import { contract } from '../../shared/api/contract.ts';
import type { Step } from '../openapi/operations.ts';
import { mainSteps } from '../openapi/operations.ts';
import { toRows } from './browser/bodies.ts';

/** Shell text that expands to one member of a JSON answer. */
const takeMember = (command: string, name: string): string => `$(${command} | sed -E 's/.*"${name}":"([^"]+)".*/\\1/')`;

const toOption = (name: string, value: string): string =>
  /^[\w.@:/-]*$/.test(`${name}${value}`)
    ? `-d ${name}=${value}`
    : `--data-urlencode ${quoteForShell(`${name}=${value}`)}`;

/** The user who changes the password: one whom no other line logs in. */
const { email: changingUser } = demoAccounts.newShop.user;

const lineOf = ({ operation, request, takes = {} }: Step, baseUrl: string): string => {
  const { access, path } = contract[operation];
  const taken = (name: string): string | undefined => {
    const source = mainSteps.find(({ keeps }) => keeps?.includes(name));
    const step =
      operation === 'changePassword' && source
        ? { ...source, request: { ...source.request, email: changingUser } }
        : source;
    return step && takeMember(lineOf(step, baseUrl), name);
  };
  const fields = toRows(request).map(({ name, value }) => {
    const text = takes[name] === undefined ? undefined : taken(takes[name]);
    return text === undefined ? toOption(name, value) : `-d "${name}=${text}"`;
  });
  return [
    `curl -sS -w "\\n" ${baseUrl}${path}`,
    ...(fields.length === 0 ? ['-X POST'] : []),
    ...(access === 'anyone' ? [] : [`-H "Authorization: Bearer ${taken('access_token')}"`]),
    ...fields,
  ].join(' ');
};

/** The placeholder for the address of the service in the lines. */
const address = '{url}';

/**
 * One line for each operation, under its name, which `:` lets a shell pass over: zsh accepts no typed comments. Each works when
 * pasted alone: it first gets the tokens and ids that it needs.
 * `{url}` stands for the address of the service.
 */
export const describeCalls = (): string =>
  mainSteps.map((step) => `: ${step.operation}\n${lineOf(step, address)}\n`).join('\n');
