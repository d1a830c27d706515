import * as v from 'valibot';
import { Channel, Lang } from '../schema/vocabulary.ts';

/** The members of every list entry by which a search can filter. To add a filter, begin here. */
export const ConsentFacets = v.object({
  projectUid: v.string(),
  pid: v.number(),
  versionId: v.string(),
  lang: Lang,
  channel: Channel,
});
export type ConsentFacets = v.InferOutput<typeof ConsentFacets>;
export type FacetName = keyof ConsentFacets;

/** The names of the facets, which are attributes of consents and of entries. */
export const facetNames = Object.keys(ConsentFacets.entries) as readonly FacetName[];

export const pickFacets = (consent: ConsentFacets): ConsentFacets =>
  Object.fromEntries(facetNames.map((name) => [name, consent[name]])) as ConsentFacets;
