import * as v from 'valibot';
import { ConsentFacets, pickFacets } from '../facets.ts';
import { timesOf } from '../state.ts';
import type { Lineage } from '../../notices/lineage.ts';
import { coverVersions, versionOf } from '../../notices/lineage.ts';
import type { Item, Table } from '../../store/client.ts';
import { commandKeyOf } from '../../store/keys.ts';
import { queryPages } from '../../store/query.ts';
import type { Update } from '../../store/write.ts';
import { toErasedDays } from './erased-days.ts';
import type { CountedConsent, ListedConsent } from './project-entries.ts';

const time = v.pipe(
  v.string(),
  v.transform((text) => new Date(text)),
);

/** Consents with the same facets and days that were erased with everything. */
const Sum = v.object({
  ...ConsentFacets.entries,
  given: time,
  revoked: v.optional(time),
  erased: time,
  consents: v.number(),
});
type Sum = v.InferOutput<typeof Sum>;

const parseSum = (item: Item): Sum => v.parse(Sum, item);

/**
 * Counts a consent that is erased with everything, in the transaction that erases it. A sum has sixteen parts, so that
 * simultaneous erasures seldom wait for each other.
 */
export const countErased = (
  accountId: string,
  { id, facets, version, times }: Omit<ListedConsent, 'valueDigests'>,
  eraseTime: Date,
): Update => {
  const days = toErasedDays({ ...times, erased: eraseTime }, version);
  const { given, revoked, erased } = days;
  const { versionId, lang, channel, projectUid } = facets;
  const stored = {
    ...pickFacets(facets),
    given: given.toISOString(),
    ...(revoked && { revoked: revoked.toISOString() }),
    erased: erased.toISOString(),
  };
  const traits = [stored.given, stored.revoked ?? '', stored.erased, versionId, lang, channel, id.slice(-1)];
  const names = Object.keys(stored);
  return {
    update: commandKeyOf.erasedSum(accountId, projectUid, traits.join('#')),
    expression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')} ADD consents :one`,
    condition: 'attribute_not_exists(PK) OR consents > :none',
    names: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    values: {
      ...Object.fromEntries(Object.entries(stored).map(([name, value]) => [`:${name}`, value])),
      ':one': 1,
      ':none': 0,
    },
  };
};

/** The consents of a project that were erased with everything, page by page, as sums. */
export async function* readErasedSums(
  table: Table,
  accountId: string,
  projectUid: string,
  lineage: Lineage,
): AsyncGenerator<readonly (CountedConsent & { readonly consents: number })[]> {
  let known = lineage;
  for await (const items of queryPages(table, commandKeyOf.erasedSum(accountId, projectUid, ''))) {
    const sums = items.map(parseSum);
    const named = sums.map(({ versionId }) => versionId);
    known = await coverVersions(table, accountId, known, named);
    yield sums.map(({ given, revoked, erased, consents, ...facets }) => {
      const version = versionOf(known, facets.versionId);
      return { facets, version, times: timesOf({ given, revoked, erased }, version), consents };
    });
  }
}
