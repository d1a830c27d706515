import * as v from 'valibot';
import { identifier, integer, zonedTimeOf } from '../../schema/scalar.ts';
import { Channel, Lang } from '../../schema/vocabulary.ts';

const eventId = v.pipe(
  identifier,
  v.description(
    'Id of the event, 32 lower-case hexadecimal characters. Repeated deliveries have the same id: use it to drop them.',
  ),
);

/** The members of every event. */
const common = {
  id: eventId,
  time: zonedTimeOf('When it happened'),
  stage: v.pipe(v.string(), v.description('Name of the stage in which it happened.')),
  accountId: v.pipe(identifier, v.description('Id of the account.')),
};

const consentInformationPid = v.pipe(integer, v.description('PID of the notice.'));

/** The members that identify a consent, but no person. */
const consent = {
  ...common,
  consentId: v.pipe(identifier, v.description('Id of the consent.')),
  consentTime: zonedTimeOf('When the consent was given'),
  projectUid: v.pipe(v.string(), v.description('UID of the project.')),
  consentInformationPid,
  consentInformationVersionId: v.pipe(identifier, v.description('Id of the version to which the person agreed.')),
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
  consentInformationPid,
  consentInformationVersionId: v.pipe(identifier, v.description('Id of the version.')),
  consentInformationVersion: v.pipe(integer, v.description('Number of the version, from 1.')),
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
