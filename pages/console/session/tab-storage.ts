import type { TokenSet } from '../../../client/index.ts';

/** What a tab keeps across reloads if the reader chose so: tokens and the time of the last input. Nothing about a person. */
export interface KeptTokens {
  readonly tokens: TokenSet;
  /** Milliseconds since 1970. */
  readonly lastInput: number;
  /** The tab's identity for `TabHold`. */
  readonly tab: string;
}

const place = 'consent-register-session';

const isKept = (value: unknown): value is KeptTokens =>
  typeof value === 'object' && value !== null && ['tokens', 'lastInput', 'tab'].every((member) => member in value);

/** A browser with storage turned off throws an error. Then nothing is kept. */
const attempt = <Result>(work: () => Result): Result | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

export const keepInTab = (kept: KeptTokens): void => attempt(() => sessionStorage.setItem(place, JSON.stringify(kept)));

export const recallFromTab = (): KeptTokens | undefined => {
  const found: unknown = attempt(() => JSON.parse(sessionStorage.getItem(place) ?? 'null'));
  return isKept(found) ? found : undefined;
};

export const forgetInTab = (): void => attempt(() => sessionStorage.removeItem(place));
