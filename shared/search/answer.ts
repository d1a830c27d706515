import * as v from 'valibot';
import { ConsentRecord } from '../consents/record.ts';
import { integer } from '../schema/scalar.ts';

/** A page of matches; `page` is a text (docs/contract.md, Answers). */
export const ConsentPage = v.strictObject({
  page: v.pipe(v.string(), v.digits()),
  totalPages: integer,
  results: integer,
  resultsPerPage: integer,
  totalResults: integer,
  data: v.array(ConsentRecord),
});

/** The answer with `first`; null if there is no match (docs/contract.md, Finding). */
export const LatestConsent = v.strictObject({ data: v.nullable(ConsentRecord) });

export const FoundConsents = v.union([ConsentPage, LatestConsent]);
