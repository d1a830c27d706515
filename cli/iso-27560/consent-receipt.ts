import { toCanonicalJson } from '../../shared/canonical.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { toIdentifier } from '../../shared/identifier.ts';
import type { SignedSource } from './consent-record.ts';
import { toRecordNode } from './consent-record.ts';
import type { Node } from './linked-data.ts';
import { context, profiles, sha256, toUrn, toUuid } from './linked-data.ts';
import { findMissingFields } from './required-fields.ts';

/**
 * A consent receipt of ISO/IEC TS 27560:2023: the record in a wrapper for the person (docs/iso-27560.md). Its id derives from the time of
 * issue and the content, so the same receipt has the same id.
 *
 * @param source a signed document of the statement, which the record refers to
 */
export const toConsentReceipt = (statement: Statement, source?: SignedSource): Node => {
  const record = toRecordNode(statement, source);
  const { id, issuedAt } = statement;
  const receiptId = toIdentifier(new Date(issuedAt), sha256(toCanonicalJson(record)).subarray(0, 16));
  return {
    '@context': context,
    '@id': toUrn(receiptId),
    '@type': 'dpv:ConsentReceipt',
    ...(findMissingFields(statement).length === 0 && { 'dct:conformsTo': profiles.receipt }),
    'dct:identifier': toUuid(receiptId),
    'dpv:hasIdentifier': toUuid(receiptId),
    'dct:created': issuedAt,
    'schema:recipient': toUrn(id, 'data-subject'),
    'dpv:hasRecordOfActivity': record,
  };
};
