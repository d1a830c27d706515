import type { Channel, Lang } from '../../../shared/schema/vocabulary.ts';

/** What people write of a time: a month, a day, or the clock too. */
export type Precision = 'month' | 'day' | 'minute' | 'second';

/** A span of time that was asked about, by its beginning in ISO 8601 and by how long it is. */
export interface NamedSpan {
  readonly from: string;
  readonly precision: Precision;
}

/** How a language writes what stands in many sentences. Times are given in ISO 8601 and written in UTC. */
export interface Writing {
  /** Of the language, as pages name it (BCP 47). */
  readonly tag: string;
  readonly time: (time: string) => string;
  readonly span: (span: NamedSpan) => string;
  readonly days: (count: number) => string;
  readonly number: (count: number) => string;
  readonly language: (lang: Lang) => string;
  /** Codes of languages; what is no code stays as it is. */
  readonly languages: (codes: readonly string[]) => string;
  /** As a fact by itself. */
  readonly channel: (channel: Channel) => string;
  /** How a consent comes, so that it follows on a verb, and without the code. */
  readonly channels: Readonly<Record<Channel, string>>;
  /** A time without its day. */
  readonly clock: (time: string) => string;
}
