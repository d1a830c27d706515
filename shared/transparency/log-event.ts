import * as v from 'valibot';
import { identifierPattern } from '../identifier.ts';
import { limits } from '../limits.ts';
import { Channel, Lang } from '../schema/vocabulary.ts';
import { lastWrittenMoment } from '../time.ts';

const Identifier = v.pipe(v.string(), v.regex(identifierPattern));

/** Milliseconds since the epoch, up to the end of the year 9999: later times have another form, which sorts otherwise and no event tells. */
const Moment = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(lastWrittenMoment));

/** What a consent is counted by. */
const Facets = v.object({
  projectUid: v.pipe(v.string(), v.maxLength(2 * limits.keyCharacters)),
  pid: v.pipe(v.number(), v.safeInteger()),
  versionId: Identifier,
  lang: Lang,
  channel: Channel,
  /** When it was given, in milliseconds since the epoch. */
  given: Moment,
  /** When it was revoked before it was erased. */
  revoked: v.optional(Moment),
  /** Of a consent that was removed: when it was erased before that, so that its evidence alone was left. */
  erased: v.optional(Moment),
});

/**
 * Something that happened to evidence. Nothing in it tells a person. Each has its form and is short: what got into a block in another form, a
 * record that somebody else wrote into the table, would end the log.
 */
export const LogEvent = v.object({
  kind: v.picklist(['recorded', 'imported', 'revoked', 'erased', 'removed', 'published', 'key']),
  /** Of the consent or the version of a notice; of a key, the beginning of its thumbprint: 32 hexadecimal digits. */
  id: Identifier,
  /** None of an evidence key. */
  account: v.optional(Identifier),
  /** When it happened, in milliseconds since the epoch: as the record says, and of an imported consent when it was imported. */
  time: Moment,
  /** Of a consent; its `lang` and the like. */
  facets: v.optional(Facets),
  /** Of a consent that was erased: that it came into the register as erased, so that no other event tells of it. */
  isFirst: v.optional(v.literal(true)),
  /** Of a version that was published. */
  notice: v.optional(
    v.object({ pid: v.pipe(v.number(), v.safeInteger()), version: v.pipe(v.number(), v.safeInteger()) }),
  ),
  /** That the log took it in later than it happened, by `log take-in`. */
  takenIn: v.optional(v.literal(true)),
});
export type LogEvent = v.InferOutput<typeof LogEvent>;

/** Kinds of the same slot happen to a record once, whichever of them it is. */
const slots: Readonly<Record<LogEvent['kind'], number>> = {
  recorded: 1,
  imported: 1,
  revoked: 2,
  erased: 3,
  removed: 4,
  published: 5,
  key: 6,
};

/** What tells an event from all others: one hexadecimal digit pair of its slot, and the id. */
export const identityOf = ({ kind, id }: Pick<LogEvent, 'kind' | 'id'>): string =>
  `${slots[kind].toString(16).padStart(2, '0')}${id}`;

/** An event and its leaf. */
export interface Leaf {
  readonly event: LogEvent;
  /** SHA-256 of the salt and the canonical JSON of the leaf's statement: 32 bytes. */
  readonly entry: Uint8Array;
}
