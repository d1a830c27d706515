import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { consentTypes } from '../../shared/notices/terms.ts';
import { entitiesOf } from './entities.ts';
import type { Node } from './linked-data.ts';
import { having, toDateTime, toUrn } from './linked-data.ts';

/** How long the consent lasts without a withdrawal. */
const toDuration = ({ notice, times }: Statement): Node => {
  if (notice.validityDays === 0) return { '@type': 'dpv:EndlessDuration' };
  const [kind, value] = times.expires
    ? (['UntilTimeDuration', { '@value': toDateTime(times.expires), '@type': 'xsd:dateTime' }] as const)
    : (['TemporalDuration', { '@value': `P${notice.validityDays}D`, '@type': 'xsd:duration' }] as const);
  return { '@type': `dpv:${kind}`, 'rdf:value': value };
};

/** The form of expression as a term of the vocabulary; undefined if the notice does not say. */
export const consentTypeOf = ({ notice }: Statement): string | undefined => {
  const said = notice.content?.consentType;
  return said !== undefined && consentTypes.includes(said) ? `dpv:${said}` : undefined;
};

/** @param type the form of expression, if the notice says it */
const toGiven = (statement: Statement, person: string, type = consentTypeOf(statement)): Node => ({
  '@id': toUrn(statement.id, 'given'),
  '@type': type === undefined ? 'dpv:ConsentGiven' : ['dpv:ConsentGiven', type],
  'dpv:isIndicatedAtTime': toDateTime(statement.times.given),
  'dpv:isIndicatedBy': person,
  'dpv:hasIndicationMethod': statement.claimed.channel,
  'dpv:hasDuration': toDuration(statement),
});

const toWithdrawn = ({ id, revocation }: Statement, person: string, time: string): Node =>
  having({
    '@id': toUrn(id, 'withdrawn'),
    '@type': 'dpv:ConsentWithdrawn',
    'dpv:isIndicatedAtTime': toDateTime(time),
    'dpv:isIndicatedBy': person,
    'dpv:hasIndicationMethod': revocation?.claimed.channel ?? undefined,
  });

const toExpired = ({ id }: Statement, time: string): Node => ({
  '@id': toUrn(id, 'expired'),
  '@type': 'dpv:ConsentExpired',
  'dpv:isIndicatedAtTime': toDateTime(time),
});

/** The vocabulary has no term for this: the controller no longer relies on the consent, and asks again. */
const toSuperseded = (statement: Statement, time: string): Node =>
  having({
    '@id': toUrn(statement.id, 'superseded'),
    '@type': 'dpv:ConsentRevoked',
    'dpv:isIndicatedAtTime': toDateTime(time),
    'dpv:isIndicatedBy': entitiesOf(statement).controllers.map(({ iri }) => iri),
    'dct:description': 'A later version of the notice asks again.',
  });

/** Nor for this: it is not recorded who wanted it. */
const toErased = ({ id }: Statement, time: string): Node => ({
  '@id': toUrn(id, 'erased'),
  '@type': 'dpv:ConsentStatusInvalidForProcessing',
  'dpv:isIndicatedAtTime': toDateTime(time),
  'dct:description': 'The personal data in the consent was erased.',
});

type Happening = readonly [time: string | null, toNode: (time: string) => Node];

/** What ended the consent by time alone; nothing if somebody ended it. */
const endByTime = (statement: Statement): Happening => {
  const { revoked, erased, expires, ends } = statement.times;
  const isEndedBySomebody = ends === revoked || ends === erased;
  return [isEndedBySomebody ? null : ends, (time) => (ends === expires ? toExpired : toSuperseded)(statement, time)];
};

/** The events of the consent up to the end of the statement's time span, earliest first. */
export const toEvents = (statement: Statement, person: string): Node[] => {
  const { times, state, issuedAt } = statement;
  const happenings: readonly Happening[] = [
    [times.given, () => toGiven(statement, person)],
    endByTime(statement),
    [times.revoked, (time) => toWithdrawn(statement, person, time)],
    [times.erased, (time) => toErased(statement, time)],
  ];
  return happenings
    .flatMap(([time, toNode]) => (time === null ? [] : [{ time, at: Date.parse(time), toNode }]))
    .filter(({ at }) => at < Date.parse(state.until) && at <= Date.parse(issuedAt))
    .sort((one, other) => one.at - other.at)
    .map(({ time, toNode }) => toNode(time));
};
