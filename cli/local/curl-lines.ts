import type { OperationName } from '../../shared/contract.ts';
import { contract } from '../../shared/contract.ts';
import type { Step } from '../openapi/flow.ts';
import { mainSteps } from '../openapi/flow.ts';
import { toRows } from '../openapi/form-rows.ts';

/** Shell text that expands to one member of a JSON answer. */
const takeMember = (command: string, name: string): string => `$(${command} | sed -E 's/.*"${name}":"([^"]+)".*/\\1/')`;

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const toOption = (name: string, value: string): string =>
  /^[\w.@:/-]*$/.test(`${name}${value}`) ? `-d ${name}=${value}` : `--data-urlencode ${quote(`${name}=${value}`)}`;

const lineOf = ({ operation, request, takes = {} }: Step, baseUrl: string): string => {
  const { access, path } = contract[operation];
  const taken = (name: string): string | undefined => {
    const source = mainSteps.find(({ keeps }) => keeps?.includes(name));
    return source && takeMember(lineOf(source, baseUrl), name);
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

/** One curl line for each operation. Each works when pasted alone: it first gets the tokens and ids that it needs. */
export const curlLines = (baseUrl: string): readonly (readonly [operation: OperationName, line: string])[] =>
  mainSteps.map((step) => [step.operation, lineOf(step, baseUrl)]);
