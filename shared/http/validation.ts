import type { BaseIssue, GenericSchema, InferOutput } from 'valibot';
import { safeParse } from 'valibot';
import { limits } from '../limits.ts';
import type { ParameterError } from '../problem.ts';
import { invalidParameters, parameterErrorCodes } from '../problem.ts';
import { isMap } from '../schema/scalar.ts';
import type { ParameterMap } from './parameters.ts';
import { parameterMap } from './parameters.ts';

const isOptional = (schema: GenericSchema, name: string): boolean =>
  'entries' in schema &&
  isMap(schema.entries) &&
  isMap(schema.entries[name]) &&
  schema.entries[name].type === 'optional';

/** An empty text counts as absent where the parameter is optional (open point 3). */
const dropAbsent = (schema: GenericSchema, parameters: ParameterMap): ParameterMap =>
  parameterMap(Object.entries(parameters).filter(([name, value]) => value !== '' || !isOptional(schema, name)));

/** Names are the caller's and may be of any length; in an answer they are cut. */
const shorten = (name: string): string =>
  name.length > limits.keyCharacters ? `${name.slice(0, limits.keyCharacters).toWellFormed()}…` : name;

const toField = (issue: BaseIssue<unknown>): string => {
  const [root = '', ...members] = (issue.path ?? []).map(({ key }) => shorten(String(key)));
  return root + members.map((member) => `[${member}]`).join('');
};

const toParameterError = (issue: BaseIssue<unknown>): ParameterError => {
  const field = toField(issue);
  const code = parameterErrorCodes.find((known) => issue.message.startsWith(`${known}: `));
  return code === undefined
    ? { field, code: 'missing', detail: 'This parameter is required.' }
    : { field, code, detail: issue.message.slice(code.length + 2) };
};

/**
 * What the schema makes of the parameters. Unknown parameters are left out.
 *
 * @throws Problem parameters.invalid, listing every parameter that is wrong, each once
 */
export const validateParameters = <Schema extends GenericSchema>(
  schema: Schema,
  parameters: ParameterMap,
): InferOutput<Schema> => {
  const result = safeParse(schema, dropAbsent(schema, parameters));
  if (result.success) return result.output;
  const errors = new Map(result.issues.map(toParameterError).map((error) => [error.field, error]));
  throw invalidParameters(...errors.values());
};
