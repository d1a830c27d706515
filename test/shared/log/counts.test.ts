import { expect, test } from 'vitest';
import { byEndState, findEnding, timesOf } from '../../../shared/consents/state.ts';
import { newCounters } from '../../../shared/log/counts.ts';
import type { LogEvent } from '../../../shared/log/log-event.ts';
import { toOverview } from '../../../shared/log/overview.ts';
import type { Overview } from '../../../shared/log/overview-schemas.ts';
import type { Lineage, LineageVersion } from '../../../shared/notices/lineage.ts';
import { newIdentifier } from '../../../shared/runtime/identifier.ts';
import { dayMilliseconds, formatMonth, monthOf } from '../../../shared/runtime/time.ts';
import { itemSize } from '../../../shared/store/item.ts';
import { logKeyOf } from '../../../shared/store/keys.ts';
import { runs } from '../../support/make/chance.ts';
import { fc } from '../../support/make/properties.ts';
import { lineageVersion } from '../consents/lineage-version.ts';

const account = 'a'.repeat(32);
const start = Date.UTC(2026, 0, 1);
const days = 40;
const hours = (count: number): Date => new Date(start + count * 3_600_000);
const someMoment = fc.integer({ min: 0, max: days * 24 }).map(hours);
const maybe = fc.option(someMoment, { nil: undefined });

/** Versions of two notices, in their order: when they were published, for how many days they hold, and whether they ask again. */
const someVersions = fc
  .array(
    fc.record({
      at: someMoment,
      pid: fc.integer({ min: 1, max: 2 }),
      validityDays: fc.constantFrom(0, 1, 10, 10, 15, 15, 9_999_999),
      askAgain: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((drafts) => drafts.sort((one, other) => one.at.getTime() - other.at.getTime()));
type Drafts = typeof someVersions extends fc.Arbitrary<infer Value> ? Value : never;

/** What is known of the versions at a moment: one that is published later asks nobody yet. */
const lineageAt = (drafts: Drafts, moment: Date): Lineage => {
  const versions = drafts.map(
    ({ at, ...terms }, i): LineageVersion =>
      lineageVersion({
        ...terms,
        id: `version${i}`,
        version: i + 1,
        name: `notice ${terms.pid}`,
        publishedAt: at.toISOString(),
      }),
  );
  return new Map(
    versions.map((version, i) => {
      const later = versions.slice(i + 1).find(({ pid, askAgain }) => pid === version.pid && askAgain);
      const isKnown = later !== undefined && new Date(later.publishedAt) <= moment;
      return [version.id, { ...version, askedAgainBy: isKnown ? later : undefined }];
    }),
  );
};

const someConsent = fc
  .record({
    given: someMoment,
    revoked: maybe,
    erased: maybe,
    /** When it was erased with everything, as the stream tells it, which is not when it was to be. */
    removed: maybe,
    /** Whether it came with all that had happened to it, as imports bring it. */
    isImported: fc.boolean(),
    isErasedFirst: fc.boolean(),
    version: fc.nat(),
    channel: fc.constantFrom('web' as const, 'email' as const),
    lang: fc.constantFrom('eng' as const, 'ita' as const),
    projectUid: fc.constantFrom('shop', 'app'),
  })
  // Nothing is revoked or erased before it is given, nor revoked after it is erased.
  .map(({ revoked, erased, removed, ...draft }) => {
    const ends = [revoked, erased, removed]
      .filter((end) => end !== undefined)
      .map((end) => (end < draft.given ? draft.given : end))
      .sort((one, other) => one.getTime() - other.getTime())
      .map((end, i) => new Date(end.getTime() + i));
    const take = (end: Date | undefined) => (end === undefined ? undefined : ends.shift());
    return { ...draft, revoked: take(revoked), erased: take(erased), removed: take(removed) };
  });
type Draft = typeof someConsent extends fc.Arbitrary<infer Value> ? Value : never;

/** What the log has of a consent. */
const toEvents = ({ given, revoked, erased, removed, ...draft }: Draft, versions: Drafts): LogEvent[] => {
  const { isImported, isErasedFirst, version, channel, lang, projectUid } = draft;
  const number = version % versions.length;
  const at = { versionId: `version${number}`, pid: versions[number]?.pid ?? 0, projectUid, lang, channel };
  const facets = { ...at, given: given.getTime() };
  const isRevoked = revoked !== undefined && revoked.getTime() !== erased?.getTime();
  const revokedFacets = { ...facets, ...(isRevoked && { revoked: revoked.getTime() }) };
  const base = { id: newIdentifier(given), account };
  const isFirst = isErasedFirst && erased !== undefined;
  return [
    ...(isFirst
      ? []
      : [{ ...base, kind: isImported ? ('imported' as const) : ('recorded' as const), facets, time: given.getTime() }]),
    ...(isFirst || !isRevoked
      ? []
      : [{ ...base, kind: 'revoked' as const, facets: revokedFacets, time: revoked.getTime() }]),
    ...(erased === undefined
      ? []
      : [
          {
            ...base,
            kind: 'erased' as const,
            facets: revokedFacets,
            time: erased.getTime(),
            ...(isFirst && { isFirst }),
          },
        ]),
    ...(removed === undefined
      ? []
      : [
          {
            ...base,
            kind: 'removed' as const,
            time: removed.getTime(),
            facets: { ...revokedFacets, ...(erased !== undefined && { erased: erased.getTime() }) },
          },
        ]),
  ];
};

const toVersionItems = (lineage: Lineage) =>
  [...lineage.values()].map(({ id, pid, version, validityDays, askAgain = false, publishedAt }) => ({
    ...logKeyOf.counts(account, `VERSION#${id}`),
    ...{ id, pid, version, validityDays, askAgain, publishedAt },
  }));

const dayOf = (moment: Date): number => Math.floor(moment.getTime() / dayMilliseconds);

const monthNameOf = (moment: Date): string => formatMonth(monthOf(moment));

type Month = Overview['data'][number];

/** What happened in each month up to the end of a day, consent by consent. */
const countAnotherWay = (
  consents: readonly Draft[],
  lineage: Lineage,
  months: readonly string[],
  end: Date,
): Month[] => {
  const told = new Map(months.map((month) => [month, { month, given: 0, ...byEndState(() => 0), active: 0 }]));
  for (const { given, revoked, erased, removed, version } of consents) {
    const agreed = [...lineage.values()][version % lineage.size];
    if (agreed === undefined) throw new Error('There is no such version.');
    const ending = findEnding(timesOf({ given, revoked, erased: erased ?? removed }, agreed));
    const ended = ending !== undefined && ending.at <= end ? ending : undefined;
    for (const [name, month] of told) {
      if (monthNameOf(given) === name) month.given += 1;
      if (ended !== undefined && monthNameOf(ended.at) === name)
        Object.assign(month, { [ended.state]: month[ended.state] + 1 });
      if (monthNameOf(given) <= name && (ended === undefined || monthNameOf(ended.at) > name)) month.active += 1;
    }
  }
  return [...told.values()];
};

/** Counts cannot tell which came first on the day, the end of the validity or a version that asks again. */
const blur = (months: readonly Month[]) =>
  months.map(({ expired, superseded, ...rest }) => ({ ...rest, lapsed: expired + superseded }));

test('counts of events in any order are what a count of each consent is, month by month', () => {
  let [exact, blurred] = [0, 0];
  fc.assert(
    fc.property(
      someVersions,
      fc.array(someConsent, { maxLength: 40 }),
      fc.integer({ min: days, max: days + 60 }),
      fc.integer({ min: 0, max: 1_000_000 }),
      (versions, consents, until, order) => {
        const lineage = lineageAt(versions, hours(1_000_000));
        const counters = newCounters();
        const events = consents.flatMap((consent) => toEvents(consent, versions));
        const shuffled = events.map((event, i) => ({ event, rank: (i * 7_919 + order) % 101 }));
        for (const { event } of shuffled.sort((one, other) => one.rank - other.rank)) {
          const counted = new Date(event.time + (order % 5) * dayMilliseconds);
          counters.add(event, lineageAt(versions, event.kind === 'imported' ? hours(1_000_000) : counted));
        }
        const items = counters.all(account).map(({ key, counters: each }) => ({ ...key, ...each }));
        const now = hours((until + 1) * 24 - 1);
        const overview = toOverview(
          { items: [...toVersionItems(lineage), ...items], countedUntil: now },
          { months: 6 },
          now,
        );
        const end = new Date(hours((until + 1) * 24).getTime() - 1);
        const names = overview.data.map(({ month }) => month);
        const expected = countAnotherWay(consents, lineage, names, end);
        const isClear = [...lineage.values()].every(
          ({ askedAgainBy, id, validityDays }) =>
            askedAgainBy === undefined ||
            consents.every(
              ({ given, version }) =>
                `version${version % versions.length}` !== id ||
                validityDays === 0 ||
                dayOf(given) + validityDays !== dayOf(new Date(askedAgainBy.publishedAt)),
            ),
        );
        if (isClear) exact += 1;
        else blurred += 1;
        expect(isClear ? overview.data : blur(overview.data)).toEqual(isClear ? expected : blur(expected));
        const active = overview.versions.reduce((total, version) => total + version.active, 0);
        expect(active).toBe(overview.data.at(-1)?.active);
      },
    ),
    { numRuns: runs(400) },
  );
  expect(exact).toBeGreaterThan(runs(100));
  expect(blurred).toBeGreaterThan(5);
});

test('three years of an account with two notices and two projects are an overview of a few units', () => {
  const counters = newCounters();
  const lineage: Lineage = new Map(
    ['10', '11', '12', '20', '21', '22'].map((name) => {
      const id = name.padEnd(32, '0');
      return [id, lineageVersion({ id, pid: Number(name[0]), version: Number(name[1]) + 1, validityDays: 730 })];
    }),
  );
  for (let day = 0; day < 3 * 365; day += 1)
    for (const projectUid of ['shop', 'app'])
      for (const pid of [1, 2]) {
        const facets = { lang: 'eng', channel: 'web', projectUid, pid } as const;
        const versionId = `${pid}${Math.floor(day / 400)}`.padEnd(32, '0');
        const given = start + day * dayMilliseconds;
        const about = { id: '', account, time: 0, facets: { ...facets, versionId, given } };
        counters.add({ ...about, kind: 'recorded' }, lineage);
        counters.add({ ...about, kind: 'revoked', facets: { ...about.facets, revoked: given + 1 } }, lineage);
      }
  const items = counters.all(account).map(({ key, counters: each }) => ({ ...key, ...each, upTo: 1_000_000 }));
  const bytes = items.map(itemSize);
  const units = Math.ceil(bytes.reduce((total, each) => total + each, 0) / 4_096) / 2;

  console.info(`An overview over ${items.length} months of versions and projects takes ${units} units.`);
  expect(units).toBeLessThan(20);
  expect(Math.max(...bytes)).toBeLessThan(1_024);
});
