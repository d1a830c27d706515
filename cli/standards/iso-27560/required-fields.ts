import { isBlank } from '../../../shared/consents/evidence.ts';
import type { Statement } from '../../../shared/evidence/statement-schema.ts';
import type { NoticeTerms } from '../../../shared/notices/terms.ts';
import { consentTypeOf } from './consent-events.ts';
import type { Entity } from './entities.ts';
import { entitiesOf } from './entities.ts';

/** A field that ISO/IEC TS 27560 requires and that the register does not hold of a consent. */
export interface MissingField {
  /** As the standard names it. */
  readonly field: string;
  /** Of which party, where it is a field of parties. */
  readonly of?: string;
  /** The member of `notice.json` that says it; undefined where no notice can. */
  readonly member?: keyof NoticeTerms;
}

const isSaid = (value: unknown): boolean => value !== undefined && !(Array.isArray(value) && value.length === 0);

/** What a notice says, by what the standard calls it. Rights are required by the guide, not by the standard. */
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

/** What a record of the consent lacks of what the standard requires; nothing where it has it all. */
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

/** The field in words: what a record and a message say of it. */
export const nameField = ({ field, of }: MissingField): string => (of === undefined ? field : `${field} of ${of}`);
