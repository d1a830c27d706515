import * as v from 'valibot';
import { shortDigest } from '../../runtime/digest.ts';
import { nameOf } from '../leaf-items.ts';
import type { LogEvent } from '../log-event.ts';
import { RegisterEvent } from './event-schema.ts';

/** What distinguishes a kind of event from the others. */
interface Told {
  readonly type: RegisterEvent['type'];
  readonly imported?: true;
  readonly extent?: 'evidence' | 'everything';
}

/** The events that are announced. Evidence keys and entries of the operations log are not. */
const told: Readonly<Record<LogEvent['kind'], Told | undefined>> = {
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
export const typeOf = ({ kind }: LogEvent): RegisterEvent['type'] | undefined => told[kind]?.type;

const toTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

const tellSubject = ({ id, facets, notice }: LogEvent) => {
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
  };
};

/**
 * The announced form of an event of the log, or undefined. Its id derives from what makes the event unique. So a repeat
 * has the same id, and a copy of the register in another stage has other ids.
 */
export const toRegisterEvent = (stage: string, event: LogEvent): RegisterEvent | undefined => {
  const { kind, account: accountId = '', time } = event;
  const as = told[kind];
  if (as === undefined) return undefined;
  const id = shortDigest(stage, accountId, nameOf(event)).toString('hex');
  return v.parse(RegisterEvent, { id, time: toTime(time), stage, accountId, ...as, ...tellSubject(event) });
};
