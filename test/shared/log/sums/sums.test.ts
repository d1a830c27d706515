import { expect, test } from 'vitest';
import type { ReportPeriod, ReportRow } from '../../../../shared/consents/reports/count.ts';
import { countBy } from '../../../../shared/consents/reports/count.ts';
import type { Dimension } from '../../../../shared/consents/reports/dimension.ts';
import { timesOf } from '../../../../shared/consents/state.ts';
import { newIdentifier } from '../../../../shared/identifier.ts';
import type { LogEvent } from '../../../../shared/log/log-event.ts';
import { contributionsOf } from '../../../../shared/log/sums/contributions.ts';
import { parseDaySums } from '../../../../shared/log/sums/parsed-sums.ts';
import { nothingSummed, settle } from '../../../../shared/log/sums/settling.ts';
import { newAdditions } from '../../../../shared/log/sums/sums-items.ts';
import { countTraitSums, uniteSums } from '../../../../shared/log/sums/sums-report.ts';
import type { Lineage, LineageVersion } from '../../../../shared/notices/lineage.ts';
import { itemSize } from '../../../../shared/store/item-size.ts';
import { dayMilliseconds } from '../../../../shared/time.ts';
import { runs } from '../../../support/make/chance.ts';
import { fc } from '../../../support/make/properties.ts';
import { lineageVersion } from '../../consents/reports/lineage-version.ts';

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

const someConsent = fc.record({
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

const countable: readonly Dimension[] = ['notice', 'version', 'month', 'channel', 'lang', 'project'];

const somePeriod: fc.Arbitrary<ReportPeriod> = fc
  .tuple(fc.option(fc.nat({ max: days }), { nil: undefined }), fc.nat({ max: days + 60 }))
  .map(([from, last]) => ({
    from: from === undefined || from > last ? undefined : hours(from * 24),
    last: new Date(hours((last + 1) * 24).getTime() - 1),
  }));

const dayOf = (moment: Date): number => Math.floor(moment.getTime() / dayMilliseconds);

/** Figures where sums cannot tell which came first on the day, time or a version, are put together. */
const blur = (rows: readonly ReportRow[]) =>
  rows.map(({ expired, superseded, ...rest }) => ({ ...rest, lapsed: expired + superseded }));

test('sums of what happened by day come to what is counted of all consents, at the end of each day', () => {
  let [exact, blurred] = [0, 0];
  fc.assert(
    fc.property(
      someVersions,
      fc.array(someConsent, { maxLength: 40 }),
      somePeriod,
      fc.subarray([...countable]),
      fc.integer({ min: 0, max: 1_000_000 }),
      (versions, consents, period, by, order) => {
        const lineage = lineageAt(versions, hours(1_000_000));
        const additions = newAdditions();
        const events = consents.flatMap((consent) => toEvents(consent, versions));
        const shuffled = events.map((event, i) => ({ event, rank: (i * 7_919 + order) % 101 }));
        for (const { event } of shuffled.sort((one, other) => one.rank - other.rank)) {
          const { facets } = event;
          const counted = new Date(event.time + (order % 5) * dayMilliseconds);
          const version =
            facets && lineageAt(versions, event.kind === 'imported' ? hours(1_000_000) : counted).get(facets.versionId);
          if (facets === undefined || version === undefined) throw new Error('The event names no version.');
          for (const each of contributionsOf(event, facets, version)) additions.add(account, facets, each);
        }
        const [asked, summed] = [countBy(by, period), countBy(by, period)];
        let isClear = true;
        for (const consent of consents) {
          const version = lineage.get(`version${consent.version % versions.length}`);
          if (version === undefined) throw new Error('There is no such version.');
          const { given, revoked, erased, removed, projectUid, channel, lang } = consent;
          const times = timesOf({ given, revoked, erased: erased ?? removed }, version);
          const facets = { projectUid, channel, lang, pid: version.pid, versionId: version.id };
          asked.add({ facets, version, times });
          if (removed !== undefined) summed.add({ facets, version, times });
          if (times.expires && version.askedAgainBy)
            isClear &&= dayOf(times.expires) !== dayOf(new Date(version.askedAgainBy.publishedAt));
        }
        const items = additions.all().map(({ key, counters }) => ({ ...key, ...counters }));
        const byDay = items.filter(({ SK }) => SK.startsWith('DAYS')).map(parseDaySums);
        countTraitSums(uniteSums(byDay), { projectUids: ['shop', 'app'], lineage }, [summed]);

        if (isClear) exact += 1;
        else blurred += 1;
        const [one, other] = [summed.rows(), asked.rows()];
        expect(isClear ? one : blur(one)).toEqual(isClear ? other : blur(other));
      },
    ),
    { numRuns: runs(1_000) },
  );
  expect(exact).toBeGreaterThan(runs(200));
  expect(blurred).toBeGreaterThan(20);
});

test('a consent that expires after a later version asked again is superseded, also on a day on which another is given', () => {
  const given = { ...nothingSummed, given: 1 };
  const days = new Map([
    ['2026-01-01', given],
    ['2026-01-11', { ...given, expired: 1 }],
  ]);

  expect(settle(days, '2026-01-05')).toMatchObject([
    { span: '2026-01-01', active: 1 },
    { span: '2026-01-05', superseded: 1, active: 0 },
    { span: '2026-01-11', given: 1, superseded: 1, expired: 0, active: 0 },
  ]);
});

test('three years of an account with two notices and two projects are an overview of a few units', () => {
  const additions = newAdditions();
  const facets = { lang: 'eng', channel: 'web' } as const;
  for (let day = 0; day < 3 * 365; day += 1)
    for (const projectUid of ['shop', 'app'])
      for (const pid of [1, 2]) {
        const versionId = `${pid}${Math.floor(day / 400)}`.padEnd(32, '0');
        const event = {
          kind: 'recorded' as const,
          id: '',
          account,
          time: 0,
          facets: { ...facets, projectUid, versionId, pid, given: start + day * dayMilliseconds },
        };
        for (const contribution of contributionsOf(event, event.facets, { validityDays: 730, askedAgainBy: undefined }))
          additions.add(account, event.facets, contribution);
      }
  const items = additions.all().map(({ key, counters }) => ({ ...key, ...counters, upTo: 1_000_000 }));
  const bytesOf = (kind: string) => items.filter(({ SK }) => SK.startsWith(kind)).map(itemSize);
  const months = bytesOf('MONTHS#').reduce((sum, bytes) => sum + bytes, 0);
  const units = Math.ceil(months / 4_096) / 2;

  console.info(
    `An overview over ${bytesOf('MONTHS#').length} sums of months reads ${Math.round(months / 1_024)} KB: ${units} units.`,
  );
  expect(units).toBeLessThan(20);
  expect(Math.max(...bytesOf('DAYS#'))).toBeLessThan(1_024);
});
