import { arrivalOf, revocationArrivalOf } from '../../pages/sentences/consent-facts.ts';
import { english } from '../../pages/words/evidence/eng.ts';
import type { Arrival } from '../../shared/consents/arrival.ts';
import type { EndStateName } from '../../shared/consents/state.ts';
import { endStates, endsThrough } from '../../shared/consents/state.ts';
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

/** The code of the channel, or in words the way that no channel names. */
const toMethod = ({ receivedBy, ...arrival }: Arrival): string =>
  receivedBy === null || receivedBy === 'erased' ? arrival.channel : english.writing.how({ ...arrival, receivedBy });

/** @param type the form of expression, if the notice says it */
const toGiven = (statement: Statement, person: string, type = consentTypeOf(statement)): Node => ({
  '@id': toUrn(statement.id, 'given'),
  '@type': type === undefined ? 'dpv:ConsentGiven' : ['dpv:ConsentGiven', type],
  'dpv:isIndicatedAtTime': toDateTime(statement.times.given),
  'dpv:isIndicatedBy': person,
  'dpv:hasIndicationMethod': toMethod(arrivalOf(statement)),
  'dpv:hasDuration': toDuration(statement),
});

type ToEnd = (statement: Statement, time: string, person: string) => Node;

const toWithdrawn: ToEnd = (statement, time, person) => {
  const arrival = revocationArrivalOf(statement);
  return having({
    '@id': toUrn(statement.id, 'withdrawn'),
    '@type': 'dpv:ConsentWithdrawn',
    'dpv:isIndicatedAtTime': toDateTime(time),
    'dpv:isIndicatedBy': person,
    'dpv:hasIndicationMethod': arrival === null ? undefined : toMethod(arrival),
  });
};

const toExpired: ToEnd = ({ id }, time) => ({
  '@id': toUrn(id, 'expired'),
  '@type': 'dpv:ConsentExpired',
  'dpv:isIndicatedAtTime': toDateTime(time),
});

/** The vocabulary has no term for this: the controller no longer relies on the consent, and asks again. */
const toSuperseded: ToEnd = (statement, time) =>
  having({
    '@id': toUrn(statement.id, 'superseded'),
    '@type': 'dpv:ConsentRevoked',
    'dpv:isIndicatedAtTime': toDateTime(time),
    'dpv:isIndicatedBy': entitiesOf(statement).controllers.map(({ iri }) => iri),
    'dct:description': 'A later version of the notice asks again.',
  });

/** Nor for this: it is not recorded who wanted it. */
const toErased: ToEnd = ({ id }, time) => ({
  '@id': toUrn(id, 'erased'),
  '@type': 'dpv:ConsentStatusInvalidForProcessing',
  'dpv:isIndicatedAtTime': toDateTime(time),
  'dct:description': 'The personal data in the consent was erased.',
});

const toEnd: Readonly<Record<EndStateName, ToEnd>> = {
  revoked: toWithdrawn,
  expired: toExpired,
  superseded: toSuperseded,
  erased: toErased,
};

/** The acts that came, and what ended the consent by time alone, if nobody ended it. */
const endsOf = ({ times }: Statement): readonly EndStateName[] => {
  const endsIt = (name: EndStateName): boolean => times.ends !== null && times[endStates[name].moment] === times.ends;
  const acts = endsThrough('act');
  return [...(acts.some(endsIt) ? [] : endsThrough('time', 'version').filter(endsIt).slice(0, 1)), ...acts];
};

type Happening = readonly [time: string | null, toNode: (time: string) => Node];

/** The events of the consent up to the end of the statement's time span, earliest first. */
export const toEvents = (statement: Statement, person: string): Node[] => {
  const { times, state, issuedAt } = statement;
  const happenings: readonly Happening[] = [
    [times.given, () => toGiven(statement, person)],
    ...endsOf(statement).map(
      (name): Happening => [times[endStates[name].moment], (time) => toEnd[name](statement, time, person)],
    ),
  ];
  return happenings
    .flatMap(([time, toNode]) => (time === null ? [] : [{ time, at: Date.parse(time), toNode }]))
    .filter(({ at }) => at < Date.parse(state.until) && at <= Date.parse(issuedAt))
    .sort((one, other) => one.at - other.at)
    .map(({ time, toNode }) => toNode(time));
};
