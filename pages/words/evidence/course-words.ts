import type { ConsentState } from '../../../shared/consents/state.ts';
import type { Channel } from '../../../shared/schema/vocabulary.ts';
import type { NamedSpan } from './writing.ts';

/** Whether a consent is in force, no longer in force, or not yet given. */
export type Standing = 'held' | 'ended' | 'none';

/** Why a consent is in force or not, as a clause. `null` instead of a time means that the sentence gave the time before. */
export interface CauseWords {
  /** Before it was given. The clause gives the time of the consent. */
  readonly none: (given: string) => string;
  readonly active: (given: string | null) => string;
  readonly revoked: (time: string | null, channel: Channel | null) => string;
  /** @param said `days` of its validity; `isToCome` if it had not expired yet when the statement was made */
  readonly expired: (time: string | null, said: { readonly days: number; readonly isToCome: boolean }) => string;
  /** @param version the one that asks again; null if unknown */
  readonly superseded: (time: string | null, version: number | null) => string;
  readonly erased: (time: string | null) => string;
}

/** The state of a consent in words. */
export interface StateWords {
  /** For a heading. */
  readonly heads: Readonly<Record<ConsentState | 'none', string>>;
  /** Stands between two of them, such as in `Revoked, then erased`. */
  readonly next: string;
  readonly causes: CauseWords;
  /** What ended it, and a cause that came later and would have ended it too. */
  readonly afterwards: (ending: string, later: string) => string;
  /** @param cause null if it is in force @param isBeside whether this adds to a sentence about another time */
  readonly now: (said: { readonly given: string; readonly cause: string | null; readonly isBeside: boolean }) => string;
  /** @param isOpen whether the state may still change */
  readonly at: (said: {
    readonly span: NamedSpan;
    readonly standing: Standing;
    readonly cause: string;
    readonly isOpen: boolean;
  }) => string;
  /** @param phases more than one */
  readonly during: (said: {
    readonly span: NamedSpan;
    readonly phases: readonly string[];
    readonly isOpen: boolean;
  }) => string;
  /** @param cause null if it is obvious */
  readonly firstPhase: (standing: Standing, cause: string | null) => string;
  /** @param beginning `isClock` if the day is obvious */
  readonly laterPhase: (
    standing: Standing,
    beginning: { readonly time: string; readonly isClock: boolean },
    cause: string | null,
  ) => string;
  readonly endless: string;
  readonly expires: (time: string, days: number) => string;
}

/** The events of a consent and its notice, in sentences. */
export interface TimelineWords {
  readonly published: (version: number) => string;
  readonly publishedAskingAgain: (version: number) => string;
  readonly publishedAskingNobody: (version: number) => string;
  readonly given: (version: number, channel: Channel) => string;
  readonly expires: (version: number, days: number) => string;
  readonly superseded: string;
  readonly revoked: (channel: Channel | null) => string;
  readonly imported: string;
  readonly erased: string;
  readonly asked: (span: NamedSpan) => string;
  /** @param says one of these sentences */
  readonly toCome: (says: string) => string;
}
