import * as v from 'valibot';
import { Channel, Lang } from '../schema/vocabulary.ts';
import type { Account } from './account.ts';
import type { Item, Key } from './client.ts';
import type { projectIndex } from './table.ts';

/** What a list holds of a consent beside its id: all that a search filters by. */
export const ConsentFacets = v.object({
  projectUid: v.string(),
  pid: v.number(),
  versionId: v.string(),
  lang: Lang,
  channel: Channel,
});
export type ConsentFacets = v.InferOutput<typeof ConsentFacets>;

/** A consent as a list holds it. */
export interface Entry {
  readonly id: string;
  readonly facets: ConsentFacets;
  /** The consent that keeps the proof, where it is not this one. */
  readonly proofId: string | undefined;
}

/**
 * Where the consents that have something in common are listed by id: partitions of the table, or of the index when it
 * is given.
 */
export interface ConsentList {
  readonly partitions: readonly string[];
  readonly index?: typeof projectIndex;
}

const toPartition = (name: string, part: number): string => (part === 0 ? name : `${name}#${part}`);

/** The low bits of a UUIDv7 are random. */
const toPart = (id: string, parts: number): number => Number.parseInt(id.slice(-4), 16) % parts;

/** The partition that a consent's entry goes to. @param name of the list, which is that of its first partition */
export const partitionFor = ({ listPartitions }: Account, name: string, id: string): string =>
  toPartition(name, toPart(id, listPartitions));

/** All partitions of a list. */
export const partitionsOf = ({ listPartitions }: Account, name: string): string[] =>
  Array.from({ length: listPartitions }, (_, part) => toPartition(name, part));

/**
 * Where in the table a list may have a consent: more than one place only when the account's lists are spread over more
 * partitions than when it was recorded.
 */
export const placesOf = ({ partitions }: ConsentList, id: string): Key[] => {
  const places = new Set<string>();
  for (let parts = 1; parts <= partitions.length; parts *= 2) places.add(partitions[toPart(id, parts)] ?? '');
  return [...places].map((PK) => ({ PK, SK: id }));
};

const Listed = v.object({ ...ConsentFacets.entries, proofId: v.optional(v.string()) });

/** @param idName the attribute that a list is sorted by */
export const parseEntry = (item: Item, idName: string): Entry => {
  const { proofId, ...facets } = v.parse(Listed, item);
  return { id: v.parse(v.string(), item[idName]), facets, proofId };
};
