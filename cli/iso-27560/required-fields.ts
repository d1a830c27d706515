import { isBlank } from '../../shared/consents/evidence.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { NoticeTerms } from '../../shared/notices/terms.ts';
import { consentTypeOf } from './consent-events.ts';
import type { Entity } from './entities.ts';
import { entitiesOf } from './entities.ts';

/** A field that ISO/IEC TS 27560 requires and that the register lacks for a consent. */
export interface MissingField {
  /** Its name in the standard. */
  readonly field: string;
  /** The party, for a field of parties. */
  readonly of?: string;
  /** The member of `notice.json` for it; undefined if no notice can have it. */
  readonly member?: keyof NoticeTerms;
}

const isSaid = (value: unknown): boolean => value !== undefined && !(Array.isArray(value) && value.length === 0);

/** The terms of a notice, by their names in the standard. The guide requires rights, the standard does not. */
const fieldsOfNotices: readonly (readonly [field: string, member: keyof NoticeTerms])[] = [
  ['purpose', 'purposes'],
  ['pii_information', 'personalData'],
  ['pii_controllers', 'controller'],
  ['storage_locations', 'storageLocations'],
  ['retention_period', 'storagePeriod'],
  ['jurisdiction', 'jurisdictions'],
  ['recipient_third_parties', 'recipients'],
  ['withdrawal_method', 'withdrawal'],
  ['privacy_rights', 'rights'],
];

const missingOf = (entities: readonly Entity[], member: keyof NoticeTerms): MissingField[] =>
  entities.flatMap(({ label, party: { address, contact, email, phone } }) => [
    ...(isSaid(address) ? [] : [{ field: 'party_address', of: label, member }]),
    ...([contact, email, phone].some(isSaid) ? [] : [{ field: 'party_contact', of: label, member }]),
  ]);

/** The required fields that a record of the consent lacks; empty if it has all. */
export const findMissingFields = (statement: Statement): MissingField[] => {
  const { claimed, notice } = statement;
  const { controllers, recipients, authorities } = entitiesOf(statement);
  return [
    ...(isBlank(claimed.userData) ? [{ field: 'pii_principal_id' }] : []),
    ...fieldsOfNotices
      .filter(([, member]) => !isSaid(notice.content?.[member]))
      .map(([field, member]) => ({ field, member })),
    ...(consentTypeOf(statement) === undefined ? [{ field: 'event_type', member: 'consentType' } as const] : []),
    ...missingOf(controllers, 'controller'),
    ...missingOf(recipients, 'recipients'),
    ...missingOf(authorities, 'authority'),
  ];
};

/** The field in words, for records and messages. */
export const nameField = ({ field, of }: MissingField): string => (of === undefined ? field : `${field} of ${of}`);
