import * as v from 'valibot';
import { identifier } from '../schema/scalar.ts';
import { Channel, Lang } from '../schema/vocabulary.ts';

const time = (meaning: string) => v.pipe(v.string(), v.isoTimestamp(), v.description(`${meaning}, in UTC.`));

const eventId = v.pipe(
  identifier,
  v.description('The same however often the event comes: what drops repeats. 32 lower-case hexadecimal characters.'),
);

/** What every event has. */
const common = {
  id: eventId,
  time: time('When it happened'),
  stage: v.pipe(v.string(), v.description('Name of the stage that it happened in.')),
  account: v.pipe(identifier, v.description('Id of the account.')),
};

/** What tells a consent, and no person. */
const consent = {
  ...common,
  consent: v.pipe(identifier, v.description('Id of the consent.')),
  given: time('When the consent was given'),
  project: v.object({ uid: v.string() }),
  notice: v.object({
    pid: v.number(),
    versionId: v.pipe(identifier, v.description('Id of the version that was agreed to.')),
  }),
  lang: Lang,
  channel: v.pipe(Channel, v.description('How the consent came in.')),
};

const Recorded = v.object({
  ...consent,
  type: v.literal('consent.recorded'),
  imported: v.exactOptional(v.pipe(v.literal(true), v.description('It was given elsewhere, and imported at `time`.'))),
});

const Revoked = v.object({ ...consent, type: v.literal('consent.revoked') });

const Erased = v.object({
  ...consent,
  type: v.literal('consent.erased'),
  extent: v.pipe(
    v.picklist(['evidence', 'everything']),
    v.description('`evidence`: evidence without the person stays. `everything`: nothing stays but a count.'),
  ),
});

const Published = v.object({
  ...common,
  type: v.literal('notice.published'),
  notice: v.object({ pid: v.number(), version: v.number(), versionId: identifier }),
});

/** What others are told of something that happened to evidence: ids and the notice, and nothing of a person. */
export const RegisterEvent = v.variant('type', [Recorded, Revoked, Erased, Published]);
export type RegisterEvent = v.InferOutput<typeof RegisterEvent>;

const signed = {
  jws: v.pipe(
    v.string(),
    v.description(
      'A compact JWS (EdDSA) whose payload is the event, without this member: take what it says, once it is verified.',
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
