import { identifierPattern } from '../../../shared/runtime/identifier.ts';
import type { Described } from './bodies.ts';

/** Text of an example -> what the service returned in its place. */
export type Learned = ReadonlyMap<string, string>;

/** Texts that only the service can give: ids, and those that an example abbreviates. */
const isGiven = (text: string): boolean => identifierPattern.test(text) || text.endsWith('...');

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The texts of an answer in the places where its example has a text that only the service can give. */
const compare = (example: unknown, answer: unknown): readonly (readonly [string, string])[] => {
  if (typeof example === 'string' && typeof answer === 'string') return isGiven(example) ? [[example, answer]] : [];
  if (!isObject(example) || !isObject(answer)) return [];
  return Object.entries(example).flatMap(([name, value]) =>
    Object.hasOwn(answer, name) ? compare(value, answer[name]) : [],
  );
};

/** What an answer of the operation at a path teaches about the examples. Empty if there is no such operation. */
export const learn = ({ paths }: Described, path: string, answer: unknown): Learned => {
  const examples = paths[path]?.post?.responses?.['200']?.content['application/json']?.examples ?? {};
  return new Map(Object.values(examples).flatMap(({ value }) => compare(value, answer)));
};

const replace = (value: unknown, learned: Learned): unknown => {
  if (typeof value === 'string') return learned.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => replace(item, learned));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replace(inner, learned)]));
};

/** The paths of the operations whose example requests contain something learned from an answer. */
export const findTakers = ({ paths }: Described, learned: Learned): readonly string[] =>
  Object.entries(paths)
    .filter(([, { post }]) => JSON.stringify(replace(post?.requestBody, learned)) !== JSON.stringify(post?.requestBody))
    .map(([path]) => path);

/** The document with learned texts in its example requests. */
export const fillIn = (document: Described, learned: Learned): Described => ({
  ...document,
  paths: Object.fromEntries(
    Object.entries(document.paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [
          method,
          operation.requestBody === undefined
            ? operation
            : { ...operation, requestBody: replace(operation.requestBody, learned) as typeof operation.requestBody },
        ]),
      ),
    ]),
  ),
});
