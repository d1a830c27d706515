import { identifierPattern } from '../../../shared/runtime/identifier.ts';

interface Example {
  readonly summary: string;
  readonly value: unknown;
}

interface Media {
  readonly examples?: Readonly<Record<string, Example>>;
}

interface RequestBody {
  readonly description?: string;
  readonly required: boolean;
  readonly content: Readonly<Record<string, Media>>;
}

interface Answer {
  readonly content: Readonly<Record<string, Media>>;
}

interface Operation {
  readonly requestBody?: RequestBody;
  readonly responses?: Readonly<Record<string, Answer>>;
}

interface Paths<Member> {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Member>>>>;
}

/** The part of the document that is used here. */
export type Described = Paths<Operation>;

const withRows = ({ examples = {}, ...media }: Media): Media => ({
  ...media,
  examples: Object.fromEntries(
    Object.entries(examples).map(([name, example]) => [name, { ...example, value: toRows(example.value) }]),
  ),
});

const mapValues = <From, To>(
  values: Readonly<Record<string, From>>,
  map: (value: From, name: string) => To,
): Readonly<Record<string, To>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]));

/** The formats on the page, with the default one first. */
const prepare: Readonly<Record<string, (media: Media) => Media>> = {
  'application/json': (media) => media,
  'application/x-www-form-urlencoded': withRows,
};

/** The renderer names examples only if there are several to choose from. */
const describeOnly = ({ examples = {} }: Media = {}): Pick<RequestBody, 'description'> => {
  const [only, ...others] = Object.values(examples);
  return only === undefined || others.length > 0 ? {} : { description: `Example: ${only.summary}` };
};

const prepareBody = ({ content, ...body }: RequestBody): RequestBody => ({
  ...body,
  ...describeOnly(content['application/json']),
  content: mapValues(prepare, (change, type) => change(content[type] ?? {})),
});

/**
 * Offers bodies as JSON and as forms, whose examples are the fields to send. From an object, the renderer would send
 * only the required members and edit nested ones as JSON. Leaves out multipart, for which the renderer writes code
 * lines that do not work.
 */
export const describeBodies = (document: Described): Paths<Partial<Operation>> => ({
  ...document,
  paths: mapValues(document.paths, (path) =>
    mapValues(path, ({ requestBody, ...operation }) => ({
      ...operation,
      ...(requestBody !== undefined && { requestBody: prepareBody(requestBody) }),
    })),
  ),
});

/** A field of a form in the renderer's editor. */
interface Row {
  readonly name: string;
  readonly value: string;
  readonly isDisabled: false;
}

const flatten = (name: string, value: unknown): readonly Row[] => {
  if (typeof value !== 'object' || value === null) return [{ name, value: String(value), isDisabled: false }];
  const members = Object.entries(value);
  if (members.length === 0) return [{ name, value: '', isDisabled: false }];
  return members.flatMap(([member, inner]) => flatten(`${name}[${member}]`, inner));
};

/**
 * The fields of a form for the members of an object: nested in bracket notation, with numbered array items, and an
 * empty field for an object without members. No name occurs twice, because the code lines that the renderer writes for
 * some clients would send only the last one.
 */
export const toRows = (value: unknown): readonly Row[] =>
  Object.entries(value ?? {}).flatMap(([name, inner]) => flatten(name, inner));

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
