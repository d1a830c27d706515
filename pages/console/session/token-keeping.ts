import type { TokenSet } from '../../../client/typescript/index.ts';
import { attempt } from '../../../shared/runtime/values.ts';
import type { HeldSession } from './tabs.ts';

/** The tokens of one session, in memory and, if the reader chose so, in the tab. */
export interface TokenKeeping {
  /** Undefined after `end`. */
  readonly held: () => HeldSession | undefined;
  /** Keeps renewed tokens. */
  readonly renew: (tokens: TokenSet) => void;
  /** Takes what another tab of the session has newer than this one. */
  readonly take: (other: HeldSession) => void;
  /** If the clock is set back, the last input counts as now. */
  readonly lastInput: (now: number) => number;
  readonly noteInput: (time: number) => void;
  /** Forgets the tokens. A refresh that is still running does not bring them back. */
  readonly end: () => void;
}

/**
 * @param place what the tab has of the service
 * @param onRenewed receives each later token set
 */
export const keepTokens = (
  first: HeldSession,
  place: TabPlace,
  onRenewed: (tokens: TokenSet) => void,
): TokenKeeping => {
  let held: HeldSession | undefined;
  const keep = (next: HeldSession): void => {
    held = next;
    if (next.inTab) place.keep(next);
  };
  const noteInput = (lastInput: number): void => {
    if (held !== undefined) keep({ ...held, lastInput });
  };
  const renew = (tokens: TokenSet, renewals: number): void => {
    if (held === undefined) return;
    keep({ ...held, tokens, renewals });
    onRenewed(tokens);
  };
  keep(first);
  return {
    held: () => held,
    renew: (tokens) => renew(tokens, (held?.renewals ?? 0) + 1),
    take: ({ tokens, renewals, lastInput }) => {
      if (held === undefined) return;
      if (lastInput > held.lastInput) noteInput(lastInput);
      if (renewals > held.renewals) renew(tokens, renewals);
    },
    lastInput: (now) => {
      if (held !== undefined && held.lastInput > now) held = { ...held, lastInput: now };
      return held?.lastInput ?? 0;
    },
    noteInput,
    end: () => {
      held = undefined;
      place.forget();
    },
  };
};

const members = ['session', 'tokens', 'renewals', 'lastInput', 'inTab'];

const isHeld = (value: unknown): value is HeldSession =>
  typeof value === 'object' && value !== null && members.every((member) => member in value);

/** What a tab keeps across reloads if the reader chose so. Nothing about a person. */
interface TabPlace {
  /** In a browser with storage turned off, nothing is kept. */
  readonly keep: (held: HeldSession) => void;
  /** The session that the tab kept. Other tabs may have renewed its tokens meanwhile. */
  readonly recall: () => HeldSession | undefined;
  readonly forget: () => void;
}

/** @param baseUrl the address of the service: one host may have the consoles of several */
export const placeInTab = (baseUrl: string): TabPlace => {
  const name = `consent-register-session ${baseUrl}`;
  return {
    keep: (held) => attempt(() => sessionStorage.setItem(name, JSON.stringify(held))),
    recall: () => {
      const found: unknown = attempt(() => JSON.parse(sessionStorage.getItem(name) ?? 'null'));
      return isHeld(found) ? found : undefined;
    },
    forget: () => attempt(() => sessionStorage.removeItem(name)),
  };
};
