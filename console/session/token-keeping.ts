import type { TokenSet, TokenStore } from '../../client/index.ts';
import { forgetInTab, keepInTab } from './tab-storage.ts';

/** The tokens of one session, in memory, and in the tab where the reader chose so. */
export interface TokenKeeping {
  readonly store: TokenStore;
  /** Empty once they are forgotten. */
  readonly accessToken: () => string;
  readonly noteInput: (time: number) => void;
  /** Forgets the tokens. A refresh that is under way then brings none back. */
  readonly end: () => void;
}

/**
 * @param tab which tab keeps them, if one does
 * @param onRenewed gets each later token set
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
