import type { Described } from './form-rows.ts';
import { describeForms } from './form-rows.ts';

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
  return Response.json(describeForms(described));
};

Scalar.createApiReference('#reference', {
  url: documentUrl,
  customFetch: load,
  authentication: { preferredSecurityScheme: 'accessToken' },
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
