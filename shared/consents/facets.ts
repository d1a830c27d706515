import * as v from 'valibot';
import { Channel, Lang } from '../schema/vocabulary.ts';

/** What every list holds of a consent for the filters of a search. Another filter begins here. */
export const ConsentFacets = v.object({
  projectUid: v.string(),
  pid: v.number(),
  versionId: v.string(),
  lang: Lang,
  channel: Channel,
});
export type ConsentFacets = v.InferOutput<typeof ConsentFacets>;
export type FacetName = keyof ConsentFacets;

/** Attributes of consents and of entries. */
export const facetNames = Object.keys(ConsentFacets.entries) as readonly FacetName[];

/** The facets alone. */
export const pickFacets = (consent: ConsentFacets): ConsentFacets =>
  Object.fromEntries(facetNames.map((name) => [name, consent[name]])) as ConsentFacets;
