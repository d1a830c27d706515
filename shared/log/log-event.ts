import * as v from 'valibot';
import { limits } from '../api/limits.ts';
import type { FacetName } from '../consents/facets.ts';
import { facetNames } from '../consents/facets.ts';
import { lastWrittenMoment } from '../runtime/time.ts';
import { storedId } from '../schema/scalar.ts';
import { Channel, Lang } from '../schema/vocabulary.ts';

/**
 * Milliseconds since the epoch, up to the end of the year 9999. Later times have another form, which sorts differently.
 * No event has one.
 */
const Moment = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(lastWrittenMoment));

/** The facets of a consent, in forms that are strict and short. */
const facets = {
  projectUid: v.pipe(v.string(), v.maxLength(2 * limits.keyCharacters)),
  pid: v.pipe(v.number(), v.safeInteger()),
  versionId: storedId,
  lang: Lang,
  channel: Channel,
} satisfies Record<FacetName, v.GenericSchema>;

/** The traits by which a consent is counted. */
const Facets = v.object({
  ...facets,
  /** When it was given, in milliseconds since the epoch. */
  given: Moment,
  /** When it was revoked, if that was before it was erased. */
  revoked: v.optional(Moment),
  /** For a removed consent: when it was first erased, if its evidence was kept until then. */
  erased: v.optional(Moment),
});

/**
 * Something that happened to evidence. Nothing in it identifies a person. The forms are strict and short: an event in
 * another form, from a record that somebody else wrote into the table, would stop the log.
 */
export const LogEvent = v.object({
  kind: v.picklist(['recorded', 'imported', 'revoked', 'erased', 'removed', 'published', 'key', 'operation']),
  /** Id of the consent, the notice version or the entry of the operations log. For a key, the first 32 hexadecimal digits of its thumbprint. */
  id: storedId,
  /** Absent for an evidence key and for an entry of the operations log. */
  account: v.optional(storedId),
  /**
   * When it happened according to the record, in milliseconds since the epoch. For an imported consent, when it was
   * imported.
   */
  time: Moment,
  /** Facets of a consent, such as `lang`. */
  facets: v.optional(Facets),
  /** For an erased consent: it came into the register as erased, so it has no other event. */
  isFirst: v.optional(v.literal(true)),
  /** For a published version. */
  notice: v.optional(
    v.object({ pid: v.pipe(v.number(), v.safeInteger()), version: v.pipe(v.number(), v.safeInteger()) }),
  ),
});
export type LogEvent = v.InferOutput<typeof LogEvent>;

/** What an event says, in one text: those of two records are the same if the records agree in it. */
export const spellEvent = ({ kind, id, account, time, facets: own, notice }: LogEvent): string => {
  const told = [kind, id, account, time, ...facetNames.map((name) => own?.[name]), own?.given, own?.revoked];
  return JSON.stringify([...told, notice?.pid, notice?.version]);
};

/** An event and its leaf. */
export interface Leaf {
  readonly event: LogEvent;
  /** SHA-256 of the salt and the canonical JSON of the leaf's statement: 32 bytes. */
  readonly entry: Uint8Array;
}
