import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { consentTypeOf } from './consent-events.ts';
import type { Node, Value } from './linked-data.ts';
import { having, toTerm, toUrn } from './linked-data.ts';

/** How the consent was expressed, and on which legal basis it was asked for. */
export const toLegalBasis = (statement: Statement): Value[] => {
  const { versionId, content } = statement.notice;
  const type = consentTypeOf(statement) ?? 'dpv:Consent';
  if (content?.lawfulBasis === undefined) return [type];
  const { name, type: article } = content.lawfulBasis;
  const basis = having({
    '@id': toUrn(versionId, 'lawful-basis'),
    '@type': 'dpv:LegalBasis',
    'skos:broader': toTerm('eu-gdpr', article),
    'dct:title': name,
  });
  return [type, basis];
};

export const toWithdrawal = ({ notice }: Statement): Node | undefined => {
  const said = notice.content?.withdrawal;
  return (
    said && having({ '@type': 'dpv:WithdrawConsent', 'dct:description': said.name, 'dpv:isExercisedAt': said.url })
  );
};

export const toRights = ({ notice }: Statement): Node[] =>
  (notice.content?.rights ?? []).map(({ name, type, url }) => {
    const article = toTerm('eu-gdpr', type);
    return having({
      '@type': article === undefined ? 'dpv:DataSubjectRight' : ['dpv:DataSubjectRight', article],
      'dct:title': name,
      'dpv:isExercisedAt': url,
    });
  });

/** The applicable law. */
export const toJurisdictions = ({ notice }: Statement): Value[] =>
  (notice.content?.jurisdictions ?? []).map(
    ({ name, type }) => toTerm('loc', type) ?? { '@type': 'dpv:Location', 'dct:title': name },
  );
