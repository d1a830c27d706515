import type { Described, Learned } from './bodies.ts';
import { describeBodies, fillIn, findTakers, learn } from './bodies.ts';

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
const learnFrom = async (pathname: string, response: Response): Promise<void> => {
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
    if (response.ok) void learnFrom(url.pathname, response.clone());
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

const reference = Scalar.createApiReference('#reference', configure());

new MutationObserver(() => {
  if (isBehind && !isTrying()) renew();
}).observe(document.body, { subtree: true, childList: true, attributeFilter: ['class'] });
