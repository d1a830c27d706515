import * as v from 'valibot';
import { Channel, Lang } from '../schema/vocabulary.ts';

/** The members of a consent, and of its list entries, by which a search can filter. To add a filter, begin here. */
export const ConsentFacets = v.object({
  projectUid: v.string(),
  pid: v.number(),
  versionId: v.string(),
  lang: Lang,
  channel: Channel,
});
export type ConsentFacets = v.InferOutput<typeof ConsentFacets>;

/** The names of the facets, which are attributes of consents and of entries. */
export const facetNames = Object.keys(ConsentFacets.entries) as readonly FacetName[];

export type FacetName = keyof ConsentFacets;

export const pickFacets = (consent: ConsentFacets): ConsentFacets =>
  Object.fromEntries(facetNames.map((name) => [name, consent[name]])) as ConsentFacets;

/** The facets that a consent must have. Default: any. */
export type FacetFilter = { readonly [Name in FacetName]?: ConsentFacets[Name] | undefined };

export const passesFacets = (filter: FacetFilter, facets: ConsentFacets): boolean =>
  facetNames.every((name) => filter[name] === undefined || filter[name] === facets[name]);
