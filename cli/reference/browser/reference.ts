import type { Described } from './bodies.ts';
import { describeBodies } from './bodies.ts';

declare const Scalar: {
  createApiReference: (place: string, configuration: Readonly<Record<string, unknown>>) => unknown;
};

const documentUrl = new URL('openapi.json', document.baseURI).href;

/** A browser does not tell why a request failed. */
const noAnswer =
  'No answer. The service is not there, or is at another origin, whose answers browsers keep from this page.';

/** Loads the document, and sends what the reader tries. */
const load: typeof fetch = async (input, init) => {
  const response = await fetch(input, init).catch((cause) => {
    throw new Error(noAnswer, { cause });
  });
  const url = input instanceof Request ? input.url : new URL(input, document.baseURI).href;
  if (url !== documentUrl || !response.ok) return response;
  const described: Described = await response.json();
  return Response.json(describeBodies(described));
};

/** Clients whose lines of code nobody has run, or whose forms failed. */
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

Scalar.createApiReference('#reference', {
  url: documentUrl,
  customFetch: load,
  authentication: { preferredSecurityScheme: 'accessToken' },
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
