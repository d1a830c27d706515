import * as v from 'valibot';
import type { Lineage, LineageVersion } from '../../notices/lineage.ts';
import { coverVersions, versionOf } from '../../notices/lineage.ts';
import type { Item, Table } from '../../store/client.ts';
import { commandKeyOf } from '../../store/keys.ts';
import { queryPages } from '../../store/query.ts';
import type { Update } from '../../store/write.ts';
import { dayMilliseconds } from '../../time.ts';
import { time } from '../consent.ts';
import { ConsentFacets, pickFacets } from '../indexes.ts';
import type { ConsentTimes } from '../state.ts';
import { findEnding, timesOf } from '../state.ts';
import type { CountedConsent } from './listed-consents.ts';

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

/** Counts a consent that is erased with everything, in the transaction that erases it. */
export const countErased = (accountId: string, { facets, version, times }: CountedConsent, eraseTime: Date): Update => {
  const days = toErasedDays({ ...times, erased: eraseTime }, version);
  const { given, revoked, erased } = days;
  const { versionId, lang, channel, projectUid } = facets;
  const stored = {
    ...pickFacets(facets),
    given: given.toISOString(),
    ...(revoked && { revoked: revoked.toISOString() }),
    erased: erased.toISOString(),
  };
  const traits = [stored.given, stored.revoked ?? '', stored.erased, versionId, lang, channel];
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

/** The days of a consent that left only a count, each as a moment. */
export interface ErasedDays {
  readonly given: Date;
  readonly revoked: Date | undefined;
  readonly erased: Date;
}

const beginOfDay = (moment: Date): Date => new Date(Math.floor(moment.getTime() / dayMilliseconds) * dayMilliseconds);

const after = (moment: Date): Date => new Date(moment.getTime() + 1);

/**
 * The beginning of the day, or a later moment if the consent would otherwise have expired before a version asked again,
 * although it had not.
 */
const placeGiven = ({ given, expires, superseded }: ConsentTimes): Date => {
  const day = beginOfDay(given);
  if (expires === undefined || superseded === undefined || superseded >= expires) return day;
  const tooEarly = superseded.getTime() - beginOfDay(expires).getTime();
  return tooEarly < 0 ? day : after(new Date(day.getTime() + tooEarly));
};

/**
 * The moments reveal no more than the days, and keep what a report says at the end of each day: what ended the consent,
 * on which day, and its state. They are the beginnings of the days. What came after the end of the consent on the same
 * day is right after that.
 */
export const toErasedDays = (times: ConsentTimes & { readonly erased: Date }, version: LineageVersion): ErasedDays => {
  const given = placeGiven(times);
  const by = findEnding(times)?.state;
  const revoked = times.revoked && beginOfDay(times.revoked);
  const erased = beginOfDay(times.erased);
  const act = { ...(by === 'revoked' && { revoked }), ...(by === 'erased' && { erased }) };
  const end = by && findEnding(timesOf({ given, ...act }, version))?.at;
  const place = (day: Date): Date => (end === undefined || day > end ? day : after(end));
  return {
    given,
    revoked: by === 'revoked' ? revoked : revoked && place(revoked),
    erased: by === 'erased' ? erased : place(erased),
  };
};
