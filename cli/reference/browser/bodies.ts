import { toRows } from '../../openapi/form-rows.ts';

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
