import * as v from 'valibot';
import { ConsentRecord } from '../consents/record.ts';
import { integer } from '../schema/scalar.ts';

/** Specification 4.5. */
export const ConsentPage = v.strictObject({
  page: v.pipe(v.string(), v.digits()),
  totalPages: integer,
  results: integer,
  resultsPerPage: integer,
  totalResults: integer,
  data: v.array(ConsentRecord),
});

/** The answer with `first`; null if there is no match (open point 9). */
export const LatestConsent = v.strictObject({ data: v.nullable(ConsentRecord) });

export const FoundConsents = v.union([ConsentPage, LatestConsent]);
