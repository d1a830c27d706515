import type { ConsentState } from '../../../shared/consents/state.ts';
import type { Channel } from '../../../shared/schema/vocabulary.ts';
import type { NamedSpan } from './writing.ts';

/** Whether a consent holds: in force, no more, or not yet given. */
export type Standing = 'held' | 'ended' | 'none';

/** Why a consent is in force or not, as a clause. Without a time, `null`, it was said before when that was. */
export interface CauseWords {
  /** Before it was given: when it was. */
  readonly none: (given: string) => string;
  readonly active: (given: string | null) => string;
  readonly revoked: (time: string | null, channel: Channel | null) => string;
  /** @param said `days` for which it held; `isToCome` where it had not expired yet when this was said */
  readonly expired: (time: string | null, said: { readonly days: number; readonly isToCome: boolean }) => string;
  /** @param version which asks again; null where none is known */
  readonly superseded: (time: string | null, version: number | null) => string;
  readonly erased: (time: string | null) => string;
}

/** The state of a consent in words. */
export interface StateWords {
  /** For a heading. */
  readonly heads: Readonly<Record<ConsentState | 'none', string>>;
  readonly causes: CauseWords;
  /** @param cause null of one in force @param isBeside whether another time was asked about, and this is said as well */
  readonly now: (said: { readonly given: string; readonly cause: string | null; readonly isBeside: boolean }) => string;
  /** @param isOpen whether it may still be otherwise */
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
  /** @param cause null where it goes without saying */
  readonly firstPhase: (standing: Standing, cause: string | null) => string;
  /** @param beginning `isClock` where the day goes without saying */
  readonly laterPhase: (
    standing: Standing,
    beginning: { readonly time: string; readonly isClock: boolean },
    cause: string | null,
  ) => string;
  readonly endless: string;
  readonly expires: (time: string, days: number) => string;
}

/** What happened to a consent and to its notice, in sentences. */
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
