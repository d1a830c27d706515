import * as v from 'valibot';
import { identifier } from '../../schema/scalar.ts';
import { Channel, Lang } from '../../schema/vocabulary.ts';

const time = (meaning: string) => v.pipe(v.string(), v.isoTimestamp(), v.description(`${meaning}, in UTC.`));

const eventId = v.pipe(
  identifier,
  v.description(
    'Id of the event, 32 lower-case hexadecimal characters. Repeated deliveries have the same id: use it to drop them.',
  ),
);

/** The members of every event. */
const common = {
  id: eventId,
  time: time('When it happened'),
  stage: v.pipe(v.string(), v.description('Name of the stage in which it happened.')),
  account: v.pipe(identifier, v.description('Id of the account.')),
};

/** The members that identify a consent, but no person. */
const consent = {
  ...common,
  consent: v.pipe(identifier, v.description('Id of the consent.')),
  given: time('When the consent was given'),
  project: v.object({ uid: v.string() }),
  notice: v.object({
    pid: v.number(),
    versionId: v.pipe(identifier, v.description('Id of the version to which the person agreed.')),
  }),
  lang: Lang,
  channel: v.pipe(Channel, v.description('How the consent reached you.')),
};

const Recorded = v.object({
  ...consent,
  type: v.literal('consent.recorded'),
  imported: v.exactOptional(
    v.pipe(v.literal(true), v.description('The consent was given elsewhere and imported at `time`.')),
  ),
});

const Revoked = v.object({ ...consent, type: v.literal('consent.revoked') });

const Erased = v.object({
  ...consent,
  type: v.literal('consent.erased'),
  extent: v.pipe(
    v.picklist(['evidence', 'everything']),
    v.description('`evidence`: evidence without the person stays. `everything`: nothing stays except a count.'),
  ),
});

const Published = v.object({
  ...common,
  type: v.literal('notice.published'),
  notice: v.object({ pid: v.number(), version: v.number(), versionId: identifier }),
});

/** An event about evidence: ids and the notice, and nothing about a person. */
export const RegisterEvent = v.variant('type', [Recorded, Revoked, Erased, Published]);
export type RegisterEvent = v.InferOutput<typeof RegisterEvent>;

const signed = {
  jws: v.pipe(
    v.string(),
    v.description(
      'A compact JWS (EdDSA). Its payload is the event without this member. Verify it, then use its payload.',
    ),
  ),
};

/** The `detail` of an event on the bus. */
export const SentEvent = v.variant('type', [
  v.object({ ...Recorded.entries, ...signed }),
  v.object({ ...Revoked.entries, ...signed }),
  v.object({ ...Erased.entries, ...signed }),
  v.object({ ...Published.entries, ...signed }),
]);
export type SentEvent = v.InferOutput<typeof SentEvent>;
