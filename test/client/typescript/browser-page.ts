import { createContext, runInContext } from 'node:vm';
import type { BuildOptions } from 'esbuild';
import { build } from 'esbuild';

const contents = `
  import { createClient } from '@consent-register/client';
  export const call = async (options, consent) => {
    const client = createClient(options);
    await client.addConsent(consent);
    return (await client.searchConsents({ userData: consent.userData, first: true })).data.consentInformationPid;
  };`;

/** The client, bundled for browsers, records a consent and finds it again with nothing but what a browser has. Resolves to its notice. */
export const callAsBrowser = async (
  resolveDir: string,
  client: object,
  consent: object,
  options: BuildOptions = {},
): Promise<unknown> => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir },
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'page',
    ...options,
    write: false,
  });
  const { fetch, URL, Headers, TextDecoder, AbortController, AbortSignal, Event, performance, crypto } = globalThis;
  const timers = { setTimeout, clearTimeout };
  const platform = { URL, Headers, TextDecoder, AbortController, AbortSignal, Event, performance, crypto, ...timers };
  const page = createContext({
    ...platform,
    fetch(this: unknown, url: string, init: RequestInit) {
      if (this !== undefined && this !== runInContext('globalThis', page)) throw new TypeError('Illegal invocation');
      return fetch(url, init);
    },
    client,
    consent,
  });
  runInContext(outputFiles[0]?.text ?? '', page);
  return runInContext('page.call(client, consent)', page);
};
