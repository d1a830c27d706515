import * as v from 'valibot';
import { identifier, integer, ruleMessage, zonedTimeIfAnyOf, zonedTimeOf } from '../schema/scalar.ts';
import { Channel } from '../schema/vocabulary.ts';
import { ReceivedBy } from './arrival.ts';
import { UsedLink } from './observed-link.ts';
import { ConsentRecord } from './record.ts';
import { byEnd, consentStates, endStates, statesInWords } from './state.ts';

const { id, projectUid, projectId, consentInformationPid, consentInformationVersionId, lang, channel, userData } =
  ConsentRecord.entries;

/** The state of a consent (docs/api.md, States). */
export const ConsentState = v.pipe(
  v.picklist(consentStates, ruleMessage('unknown', `Must be one of ${consentStates.join(', ')}.`)),
  v.description(`State of a consent: ${statesInWords}.`),
);

/** A consent in a list: its record without proofs, and its state. */
export const ListedConsent = v.strictObject({
  id,
  projectUid,
  projectId,
  consentInformationPid,
  consentInformationVersionId,
  consentInformationVersion: v.pipe(integer, v.description('Number of the notice version.')),
  lang,
  channel,
  receivedBy: v.pipe(
    v.nullable(ReceivedBy),
    v.description('The way, if the proof says one. `null` otherwise, and after an erasure.'),
  ),
  time: zonedTimeOf('When the consent was recorded'),
  userData: v.pipe(userData, v.description('As it was sent. Empty if the consent was erased.')),
  imported: v.pipe(v.boolean(), v.description('Whether the consent was imported.')),
  state: v.pipe(ConsentState, v.description('State of the consent now.')),
  since: zonedTimeOf('When this state began'),
  ...byEnd('listed', (name) => zonedTimeIfAnyOf(`${endStates[name].when}, or \`null\``)),
  revokeChannel: v.pipe(v.nullable(Channel), v.description('How the revocation reached you, or `null`.')),
  revokeReceivedBy: v.pipe(v.nullable(ReceivedBy), v.description('The same as `receivedBy`, of the revocation.')),
  revokeLink: v.pipe(
    v.nullable(UsedLink),
    v.description('The link for a person through which somebody revoked the consent, or `null`.'),
  ),
});
export type ListedConsent = v.InferOutput<typeof ListedConsent>;

/** A page of a list. */
export const ListedConsents = v.strictObject({
  data: v.pipe(
    v.array(ListedConsent),
    v.description('Newest first. There may be fewer than `perPage`, even none, although `next` is not `null`.'),
  ),
  next: v.pipe(v.nullable(identifier), v.description('Send it as `after` for the next page. `null` at the end.')),
});
export type ListedConsents = v.InferOutput<typeof ListedConsents>;
