import type { Channel, Lang } from '../../../shared/schema/vocabulary.ts';

/** The precision of a time that people write. */
export type Precision = 'month' | 'day' | 'minute' | 'second';

/** A span of time that was asked about: its beginning in ISO 8601, and its length. */
export interface NamedSpan {
  readonly from: string;
  readonly precision: Precision;
}

/** How a language writes values inside sentences. Times arrive in ISO 8601 and are written in UTC. */
export interface Writing {
  /** The tag of the language (BCP 47). */
  readonly tag: string;
  readonly time: (time: string) => string;
  readonly span: (span: NamedSpan) => string;
  readonly days: (count: number) => string;
  readonly number: (count: number) => string;
  readonly language: (lang: Lang) => string;
  /** Language codes; anything that is not a code stays unchanged. */
  readonly languages: (codes: readonly string[]) => string;
  /** As a fact of its own. */
  readonly channel: (channel: Channel) => string;
  /** How a consent came, to follow a verb; without the code. */
  readonly channels: Readonly<Record<Channel, string>>;
  /** A time without its day. */
  readonly clock: (time: string) => string;
}
