import * as v from 'valibot';
import { integer } from '../schema/scalar.ts';
import { ConsentRecord } from './record.ts';

/** A page of matches. `page` is a string (docs/api.md, Answers). */
export const ConsentPage = v.strictObject({
  page: v.pipe(v.string(), v.digits(), v.description('Number of this page, as a string.')),
  totalPages: v.pipe(integer, v.description('Number of pages.')),
  results: v.pipe(integer, v.description('Consents on this page.')),
  resultsPerPage: v.pipe(integer, v.description('Consents on a full page.')),
  totalResults: v.pipe(integer, v.description('Consents on all pages.')),
  data: v.pipe(v.array(ConsentRecord), v.description('Newest first.')),
});

/** The answer with `first`, null if there is no match (docs/api.md, Finding). */
export const LatestConsent = v.strictObject({
  data: v.pipe(v.nullable(ConsentRecord), v.description('The latest consent found, or `null`.')),
});

/** The answer of a search. */
export const FoundConsents = v.pipe(
  v.union([ConsentPage, LatestConsent]),
  v.description('With `first`, the latest consent only.'),
);
