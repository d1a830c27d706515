import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { DataKind, Named, NoticeTerms, Period } from '../../shared/notices/terms.ts';
import { entitiesOf } from './entities.ts';
import type { Node } from './linked-data.ts';
import { having, toTerm, toUrn } from './linked-data.ts';

const toPersonalData = ({ name, type, optional, sensitive, special }: DataKind): Node => {
  const general = sensitive ? 'dpv:SensitivePersonalData' : 'dpv:PersonalData';
  return having({
    '@type': special ? 'dpv:SpecialCategoryPersonalData' : general,
    'skos:broader': toTerm('pd', type),
    'dct:title': name,
    'dpv:hasNecessity': optional === undefined ? undefined : `dpv:${optional ? 'Optional' : 'Required'}`,
  });
};

const toLocation =
  (kind: string) =>
  ({ name, type }: Named): Node =>
    having({ '@type': kind, 'dpv:hasLocation': toTerm('loc', type), 'dct:title': name });

const toStorageDuration = ({ name, duration }: Period): Node => ({
  '@type': 'dpv:StorageDuration',
  'dct:description': name,
  'dpv:hasDuration':
    duration === undefined
      ? { '@type': 'dpv:Duration', 'dct:description': name }
      : { '@type': 'dpv:TemporalDuration', 'rdf:value': { '@value': duration, '@type': 'xsd:duration' } },
});

const storageOf = ({ storageLocations = [], storagePeriod }: NoticeTerms): Node[] => [
  ...storageLocations.map(toLocation('dpv:StorageLocation')),
  ...(storagePeriod === undefined ? [] : [toStorageDuration(storagePeriod)]),
];

/** What the consent allows, as the agreed version says. It is one process: the consent is to the whole. */
export const toProcess = (statement: Statement): Node => {
  const { versionId, content } = statement.notice;
  const { purposes = [], personalData = [], processing = [], dataSources = [], ...terms }: NoticeTerms = content ?? {};
  return having({
    '@id': toUrn(versionId, 'process'),
    '@type': 'dpv:Process',
    'dpv:hasPurpose': purposes.map(({ name, type }, i) =>
      having({
        '@id': toUrn(versionId, `purpose-${i + 1}`),
        '@type': 'dpv:Purpose',
        'skos:broader': toTerm('dpv', type),
        'dct:title': name,
      }),
    ),
    'dpv:hasPersonalData': personalData.map(toPersonalData),
    'dpv:hasProcessing': processing.map(({ name, type }) =>
      having({ '@type': 'dpv:Processing', 'skos:broader': toTerm('dpv', type), 'dct:title': name }),
    ),
    'dpv:hasDataSource': dataSources.map(({ name, type }) =>
      having({ '@type': toTerm('dpv', type) ?? 'dpv:DataSource', 'dct:title': name }),
    ),
    'dpv:hasStorageCondition': storageOf(terms),
    'dpv:hasProcessingCondition': (terms.processingLocations ?? []).map(toLocation('dpv:ProcessingLocation')),
    'dpv:hasRecipient': entitiesOf(statement).recipients.map(({ iri }) => iri),
  });
};
