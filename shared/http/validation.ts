import type { BaseIssue, GenericSchema, InferOutput } from 'valibot';
import { safeParse } from 'valibot';
import type { ParameterError } from '../problem.ts';
import { invalidParameters, parameterErrorCodes } from '../problem.ts';
import { fieldName } from './field-name.ts';
import type { ParameterMap } from './parameters.ts';
import { parameterMap } from './parameters.ts';
import { closedNames, isOptional } from './request-schema.ts';
import { findMisplaced, findUnknown } from './unknown-parameters.ts';

const toField = (issue: BaseIssue<unknown>): string => {
  const [root = '', ...members] = (issue.path ?? []).map(({ key }) => fieldName(String(key)));
  return root + members.map((member) => `[${member}]`).join('');
};

const toParameterError = (issue: BaseIssue<unknown>): ParameterError => {
  const field = toField(issue);
  const code = parameterErrorCodes.find((known) => issue.message.startsWith(`${known}: `));
  return code === undefined
    ? { field, code: 'missing', detail: 'This parameter is required.' }
    : { field, code, detail: issue.message.slice(code.length + 2) };
};

/** An empty text counts as absent if the parameter is optional (docs/contract.md, Scalars). */
const isPresent = (schema: GenericSchema, name: string, value: unknown): boolean =>
  value !== '' || !isOptional(schema, name);

/** The errors of unknown names, and the known names that they stand for, which are then not reported as missing. */
const findStray = (schema: GenericSchema, parameters: ParameterMap, query: string) => {
  const known = closedNames(schema);
  if (known === undefined) return { strayErrors: [], meant: [], isKnown: () => true };
  const unknown = findUnknown(Object.keys(parameters), known);
  return {
    strayErrors: [...unknown.map(({ error }) => error), ...findMisplaced(query)],
    meant: unknown.flatMap(({ meant }) => meant ?? []),
    isKnown: (name: string) => known.includes(name),
  };
};

/**
 * Validates parameters by a schema. A closed schema refuses unknown parameters and every parameter in the query string.
 * An open one ignores unknown parameters.
 *
 * @throws Problem parameters.invalid, with every wrong parameter once
 */
export const validateParameters = <Schema extends GenericSchema>(
  schema: Schema,
  parameters: ParameterMap,
  query = '',
): InferOutput<Schema> => {
  const { strayErrors, meant, isKnown } = findStray(schema, parameters, query);
  const given = Object.entries(parameters).filter(([name, value]) => isKnown(name) && isPresent(schema, name, value));
  const result = safeParse(schema, parameterMap(given));
  if (result.success && strayErrors.length === 0) return result.output;
  const found = (result.issues ?? []).map(toParameterError);
  const isMeant = ({ field, code, detail }: ParameterError): boolean =>
    code === 'missing' && meant.some((name) => field === name || detail.includes(` ${name} `));
  const errors = [...found.filter((error) => !isMeant(error)), ...strayErrors];
  throw invalidParameters(...new Map(errors.map((error) => [error.field, error])).values());
};
