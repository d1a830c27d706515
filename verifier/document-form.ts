import * as v from 'valibot';
import { factsFormat } from '../shared/evidence/facts-format.ts';
import { Facts } from '../shared/evidence/facts-schema.ts';
import { isMap } from '../shared/schema/scalar.ts';
import { tame } from '../shared/schema/visible-text.ts';
import type { Saying } from './saying.ts';
import type { Check } from './verification.ts';
import { fails, holds } from './verification.ts';

/** A value that may be a document. */
export type Frame = Readonly<Record<string, unknown>> & { readonly statement: Readonly<Record<string, unknown>> };

export const hasFrame = (value: unknown): value is Frame => isMap(value) && isMap(value.statement);

const needed = ['protected', 'signature', 'statement'];

/** Not signed, so it may be added and removed. */
const optional = 'log';

/** The path of a member of a value that is missing from the schema's copy of it, or that is an object there and a list in the value. */
const findUnread = (given: unknown, read: unknown, path: readonly string[] = []): readonly string[] | undefined => {
  if (Array.isArray(given) !== Array.isArray(read)) return path;
  if (!Array.isArray(given) && !isMap(given)) return undefined;
  for (const [name, member] of Object.entries(given)) {
    const to = [...path, name];
    if (!Object.hasOwn(Object(read), name)) return to;
    const unread = findUnread(member, Object(read)[name], to);
    if (unread !== undefined) return unread;
  }
  return undefined;
};

/** What was read of a value, or the path of the first wrong member. */
type Read<Output> = { readonly read: Output } | { readonly wrong: readonly string[] };

/**
 * Reads a value by a schema. The schema ignores members named like inherited ones, such as `constructor`, and accepts a list as an object. So the
 * copy that it made must equal the value. Only the first fault is looked for: a file may have millions, more than memory holds.
 */
export const readStrictly = <Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): Read<v.InferOutput<Schema>> => {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (!result.success) return { wrong: (result.issues[0].path ?? []).map(({ key }) => String(key)) };
  const unread = findUnread(value, result.output);
  return unread === undefined ? { read: result.output } : { wrong: unread };
};

const longestName = 100;

/** Text of the file, with harmless characters and shortened. */
const show = (text: string): string => {
  const harmless = tame(text.slice(0, longestName));
  return text.length > longestName ? `${harmless}…` : harmless;
};

const refuseForm = (saying: Saying): Check => fails('document', saying);

const refuseMember = (path: readonly string[]): Check =>
  refuseForm(['document-member', { member: path.length === 0 ? null : show(path.join('.')) }]);

/** The member beside the statement that is missing or unknown. */
const findWrongMember = (document: Frame): string | undefined =>
  needed.find((name) => !Object.hasOwn(document, name)) ??
  Object.keys(document).find((name) => name !== optional && !needed.includes(name));

/** The format that the statement names, if it is a different one. */
const otherFormat = ({ format }: Frame['statement']): string | undefined =>
  typeof format === 'string' && format !== factsFormat ? format : undefined;

/** Reads what a document says, if its members are exactly those of the format. */
export const readFacts = (document: Frame): { readonly facts?: Facts; readonly check: Check } => {
  const wrong = findWrongMember(document);
  const format = otherFormat(document.statement);
  if (format !== undefined) return { check: refuseForm(['document-newer', { given: show(format), format: factsFormat }]) };
  const result = readStrictly(Facts, document.statement);
  if ('wrong' in result) return { check: refuseMember(result.wrong) };
  return {
    facts: result.read,
    check: wrong === undefined ? holds('document', ['document-ok']) : refuseMember([wrong]),
  };
};
