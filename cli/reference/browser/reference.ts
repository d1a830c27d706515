import { toRows } from '../../openapi/form-rows.ts';

type Configuration = Readonly<Record<string, unknown>>;

declare const Scalar: {
  createApiReference: (
    place: string,
    configuration: Configuration,
  ) => { readonly updateConfiguration: (configuration: Configuration) => void };
};

const documentUrl = new URL('openapi.json', document.baseURI).href;

/** A browser does not say why a request failed. */
const noAnswer =
  'No answer. The service is not there, or is at another origin, whose answers browsers keep from this page.';

/** Clients whose code lines were never tested, or whose forms failed. */
const hiddenClients = {
  c: true,
  clojure: true,
  csharp: true,
  dart: true,
  fsharp: true,
  http: true,
  java: ['asynchttp', 'okhttp', 'unirest'],
  js: ['axios', 'jquery', 'ofetch', 'xhr'],
  julia: true,
  kotlin: true,
  node: ['axios', 'ofetch', 'undici'],
  objc: true,
  ocaml: true,
  php: ['guzzle', 'laravel'],
  powershell: true,
  python: ['aiohttp', 'httpx_sync', 'httpx_async'],
  r: true,
  ruby: true,
  rust: true,
  shell: ['httpie', 'wget'],
  swift: true,
};

let described: Described = { paths: {} };
let learned: Learned = new Map();
let token = '';
let version = 0;
let isBehind = false;

const send: typeof fetch = (input, init) =>
  fetch(input, init).catch((cause) => {
    throw new Error(noAnswer, { cause });
  });

const isTrying = (): boolean => document.querySelector('.scalar-client--open') !== null;

/** Renders the examples again. The renderer then forgets what the reader has written into a request. */
const renew = (): void => {
  isBehind = false;
  version += 1;
  reference.updateConfiguration(configure());
};

/**
 * Uses this answer for the next request: the token, and the ids in examples. Examples change only after the reader has
 * closed the request, unless the request uses its own answer, as a refresh does.
 */
const remember = async (pathname: string, response: Response): Promise<void> => {
  const answer = await response.json().catch(() => undefined);
  const path = Object.keys(described.paths).find((known) => pathname.endsWith(known)) ?? '';
  const more = [...learn(described, path, answer)].filter(([example, text]) => learned.get(example) !== text);
  if (more.length === 0) return;
  const takers = findTakers(described, new Map(more));
  learned = new Map([...learned, ...more]);
  token = answer.access_token ?? token;
  isBehind ||= takers.length > 0;
  if (takers.includes(path)) renew();
  else reference.updateConfiguration(configure());
};

/** Scrolls to an answer below the request, which fills a small screen. */
const showAnswer = (): void => {
  const place = document.querySelector('.scalar-client--open [aria-label="Response"]');
  if (place === null || matchMedia('(width >= 1280px)').matches) return;
  const observer = new ResizeObserver(() => place.scrollIntoView({ block: 'start' }));
  observer.observe(place);
  setTimeout(() => observer.disconnect(), 1_000);
};

/** Loads the document and sends the reader's requests. */
const load: typeof fetch = async (input, init) => {
  const response = await send(input, init);
  const url = new URL(input instanceof Request ? input.url : input, document.baseURI);
  if (url.pathname !== new URL(documentUrl).pathname) {
    showAnswer();
    if (response.ok) void remember(url.pathname, response.clone());
    return response;
  }
  if (!response.ok) return response;
  described = await response.json();
  return Response.json(describeBodies(fillIn(described, learned)));
};

/** The renderer reads the document again only if its address changes. */
const configure = (): Configuration => ({
  url: `${documentUrl}#${version}`,
  customFetch: load,
  authentication: { preferredSecurityScheme: 'accessToken', securitySchemes: { accessToken: { token } } },
  hiddenClients,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  documentDownloadType: 'direct',
  theme: 'default',
  withDefaultFonts: false,
  defaultOpenAllTags: true,
  hideClientButton: true,
  showDeveloperTools: 'never',
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
});

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

/** Texts that only the service can give: ids, and those that an example abbreviates. */
const isGiven = (text: string): boolean => /^[0-9a-f]{32}$|\.\.\.$/.test(text);

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

const reference = Scalar.createApiReference('#reference', configure());

new MutationObserver(() => {
  if (isBehind && !isTrying()) renew();
}).observe(document.body, { subtree: true, childList: true, attributeFilter: ['class'] });

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

/** Text of an example -> what the service returned in its place. */
type Learned = ReadonlyMap<string, string>;
