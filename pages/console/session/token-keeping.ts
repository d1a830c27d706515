import type { TokenSet, TokenStore } from '../../../client/index.ts';
import { forgetInTab, keepInTab } from './tab-storage.ts';

/** The tokens of one session, in memory and, if the reader chose so, in the tab. */
export interface TokenKeeping {
  readonly store: TokenStore;
  /** Empty after `forget`. */
  readonly accessToken: () => string;
  readonly noteInput: (time: number) => void;
  /** Forgets the tokens. A refresh that is still running does not bring them back. */
  readonly end: () => void;
}

/**
 * @param tab the tab that keeps them, if any
 * @param onRenewed receives each later token set
 */
export const keepTokens = (
  first: TokenSet,
  {
    tab,
    lastInput,
    onRenewed,
  }: { readonly tab: string | undefined; readonly lastInput: number; readonly onRenewed: (tokens: TokenSet) => void },
): TokenKeeping => {
  let tokens: TokenSet | undefined = first;
  let time = lastInput;
  const keep = (): void => {
    if (tab !== undefined && tokens !== undefined) keepInTab({ tokens, lastInput: time, tab });
  };
  keep();
  return {
    store: {
      load: () => tokens,
      save: (renewed) => {
        if (tokens === undefined) return;
        tokens = renewed;
        keep();
        onRenewed(renewed);
      },
    },
    accessToken: () => tokens?.access_token ?? '',
    noteInput: (noted) => {
      time = noted;
      keep();
    },
    end: () => {
      tokens = undefined;
      forgetInTab();
    },
  };
};
