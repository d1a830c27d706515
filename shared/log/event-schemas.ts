import * as v from 'valibot';
import { shortDigest } from '../runtime/digest.ts';
import { identifier, integer, zonedTimeOf } from '../schema/scalar.ts';
import { Channel, Lang } from '../schema/vocabulary.ts';
import { leafName } from './blocks.ts';
import type { LogEvent } from './log-event.ts';

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
  by: v.exactOptional(
    v.pipe(
      v.literal('mailbox'),
      v.description('Its mailbox confirmed it, by the link of a mail that the register sent.'),
    ),
  ),
});

const Revoked = v.object({
  ...consent,
  type: v.literal('consent.revoked'),
  by: v.exactOptional(
    v.pipe(
      v.literal('link'),
      v.description('It was revoked through a link for a person, by whoever has it, and not by a call of the site.'),
    ),
  ),
});

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

/** What distinguishes a kind of event from the others. */
interface AnnouncedKind {
  readonly type: RegisterEvent['type'];
  readonly imported?: true;
  readonly extent?: 'evidence' | 'everything';
}

/** The events that are announced. Evidence keys and entries of the operations log are not. */
const announcedKinds: Readonly<Record<LogEvent['kind'], AnnouncedKind | undefined>> = {
  recorded: { type: 'consent.recorded' },
  imported: { type: 'consent.recorded', imported: true },
  revoked: { type: 'consent.revoked' },
  erased: { type: 'consent.erased', extent: 'evidence' },
  removed: { type: 'consent.erased', extent: 'everything' },
  published: { type: 'notice.published' },
  key: undefined,
  operation: undefined,
};

/** The type under which an event of the log is announced, or undefined. */
export const typeOf = ({ kind }: LogEvent): RegisterEvent['type'] | undefined => announcedKinds[kind]?.type;

const toTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

const toSubject = ({ id, facets, notice, by }: LogEvent) => {
  if (facets === undefined)
    return {
      consentInformationPid: notice?.pid,
      consentInformationVersionId: id,
      consentInformationVersion: notice?.version,
    };
  const { projectUid, pid, versionId, lang, channel, given } = facets;
  return {
    consentId: id,
    consentTime: toTime(given),
    projectUid,
    consentInformationPid: pid,
    consentInformationVersionId: versionId,
    lang,
    channel,
    ...(by !== undefined && { by }),
  };
};

/**
 * The announced form of an event of the log, or undefined. Its id derives from what makes the event unique. So a repeat
 * has the same id, and a copy of the register in another stage has other ids.
 */
export const toRegisterEvent = (stage: string, event: LogEvent): RegisterEvent | undefined => {
  const { kind, account: accountId = '', time } = event;
  const as = announcedKinds[kind];
  if (as === undefined) return undefined;
  const id = shortDigest(stage, accountId, leafName(event)).toString('hex');
  return v.parse(RegisterEvent, { id, time: toTime(time), stage, accountId, ...as, ...toSubject(event) });
};
