import { expect, test } from 'vitest';
import type { ConsentEntry } from '../../../shared/consents/lists.ts';
import type { Dimension, ReportPeriod, ReportRow } from '../../../shared/consents/report.ts';
import { countBy, dimensions } from '../../../shared/consents/report.ts';
import type { Gap } from '../../../shared/evidence/facts-format.ts';
import { gaps } from '../../../shared/evidence/facts-format.ts';
import { newIdentifier } from '../../../shared/runtime/identifier.ts';
import { runs } from '../../support/make/chance.ts';
import { fc } from '../../support/make/properties.ts';
import { lineageVersion } from './lineage-version.ts';

const hour = 3_600_000;
const start = Date.UTC(2026, 0, 1);

const notBefore = (given: Date, moment: Date | undefined): Date | undefined =>
  moment !== undefined && moment < given ? given : moment;

/** Some hours of some months, so that moments coincide, and stand at ends of months. */
const someMoment = fc
  .oneof(
    fc.integer({ min: 0, max: 12 }).map((i) => i * 24 * 14),
    fc.integer({ min: 0, max: 24 * 170 }),
  )
  .map((hours) => new Date(start + hours * hour));
const maybe = fc.option(someMoment, { nil: undefined });

type Judged = ConsentEntry & { readonly gaps: readonly Gap[] };

/** A revocation and an erasure may bear a time before that of the consent, where clocks differ; `timesOf` gives no other such time. */
const someConsent: fc.Arbitrary<Judged> = fc
  .record({
    given: someMoment,
    revoked: maybe,
    expires: maybe,
    superseded: maybe,
    erased: maybe,
    pid: fc.integer({ min: 1, max: 2 }),
    version: fc.integer({ min: 1, max: 11 }),
    channel: fc.constantFrom('web' as const, 'email' as const),
    lang: fc.constantFrom('eng' as const, 'ita' as const),
    projectUid: fc.constantFrom('shop', 'app'),
    gaps: fc.subarray([...gaps].slice(0, 3)),
  })
  .map(({ pid, version, channel, lang, projectUid, expires, superseded, gaps: lacks, ...dates }) => ({
    gaps: lacks,
    id: newIdentifier(dates.given),
    facets: { projectUid, pid, versionId: `${pid}-${version}`, channel, lang },
    version: lineageVersion({ id: `${pid}-${version}`, pid, version, name: `notice ${pid}` }),
    times: {
      ...dates,
      expires: notBefore(dates.given, expires),
      superseded: notBefore(dates.given, superseded),
    },
    valueDigests: Buffer.alloc(0),
  }));

const somePeriod: fc.Arbitrary<ReportPeriod> = fc
  .tuple(maybe, someMoment)
  .map(([from, last]) => ({ from: from !== undefined && from > last ? undefined : from, last }));

const someDimensions = fc
  .subarray([...dimensions])
  .chain((some) => fc.shuffledSubarray(some, { minLength: some.length }));

/** A consent as a person would tell its story, worked out apart from the code. */
const tell = ({ times, facets, version, gaps: lacks }: Judged, last: Date) => {
  const { given, revoked, expires, superseded, erased } = times;
  const ends = [
    { by: 'erased', at: erased },
    { by: 'revoked', at: revoked },
    { by: 'expired', at: expires },
    { by: 'superseded', at: superseded },
  ]
    .flatMap(({ by, at }) => (at === undefined ? [] : [{ by, at: Math.max(at.getTime(), given.getTime()) }]))
    .sort((one, other) => one.at - other.at);
  const [end] = ends;
  const came = (moment: Date | undefined) => moment !== undefined && moment <= last;
  const later = [
    ...(came(expires) ? [{ state: 'expired', at: Number(expires) }] : []),
    ...(came(superseded) ? [{ state: 'superseded', at: Number(superseded) }] : []),
  ].sort((one, other) => one.at - other.at);
  const state = came(erased) ? 'erased' : came(revoked) ? 'revoked' : (later[0]?.state ?? 'active');
  const traits: Record<string, string | number> = {
    notice: version.name,
    version: version.version,
    channel: facets.channel,
    lang: facets.lang,
    project: facets.projectUid,
    state,
  };
  const rows = (lacks.length === 0 ? ['none'] : lacks).map((gap) => ({ ...traits, gap }));
  return { given: given.getTime(), end, rows };
};

const monthsOf = (first: number, last: number): (readonly [name: string, from: number, end: number])[] => {
  const found = [];
  const month = new Date(first);
  for (month.setUTCDate(1), month.setUTCHours(0, 0, 0, 0); month.getTime() <= last; ) {
    const from = month.getTime();
    const name = month.toISOString().slice(0, 7);
    month.setUTCMonth(month.getUTCMonth() + 1);
    found.push([name, from, month.getTime() - 1] as const);
  }
  return found;
};

/** Counts again for every row, over all consents. */
const countNaively = (consents: readonly Judged[], by: readonly Dimension[], { from, last }: ReportPeriod) => {
  const end = last.getTime();
  const stories = consents.map((consent) => tell(consent, last)).filter(({ given }) => given <= end);
  const begin = from?.getTime() ?? Math.min(...stories.map(({ given }) => given));
  const traits = by.filter((dimension) => dimension !== 'month');
  const namesOf = ({ rows }: (typeof stories)[number]) =>
    rows.map((row: Record<string, string | number>) => JSON.stringify(traits.map((trait) => row[trait])));
  const counted = stories.filter((story) => from === undefined || story.end === undefined || story.end.at >= begin);
  const names = new Set(traits.length === 0 ? ['[]'] : counted.flatMap(namesOf));
  const months = monthsOf(begin, end).map(
    ([name, first, final]) => [name, Math.max(first, begin), Math.min(final, end)] as const,
  );
  const windows = by.includes('month') ? (Number.isFinite(begin) ? months : []) : [[undefined, begin, end] as const];
  return [...names].flatMap((name) => {
    const group = stories.filter((story) => namesOf(story).includes(name));
    return windows.map(([month, first, final]) => {
      const within = (at: number) => at >= first && at <= final;
      const ended = (ending: string) =>
        group.filter((story) => story.end?.by === ending && within(story.end.at)).length;
      return {
        traits: Object.fromEntries([
          ...traits.map((trait, i) => [trait, JSON.parse(name)[i]]),
          ...(month ? [['month', month]] : []),
        ]),
        given: group.filter(({ given }) => within(given)).length,
        revoked: ended('revoked'),
        expired: ended('expired'),
        superseded: ended('superseded'),
        erased: ended('erased'),
        active: group.filter((story) => story.given <= final && (story.end === undefined || story.end.at > final))
          .length,
      };
    });
  });
};

const sorted = (rows: readonly object[]): string[] =>
  rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort();

const plain = ({ traits, ...counts }: ReportRow | ReturnType<typeof countNaively>[number]) => ({
  ...traits,
  ...counts,
});

const countAll = (consents: readonly Judged[], by: readonly Dimension[], period: ReportPeriod): ReportRow[] => {
  const counting = countBy(by, period);
  for (const consent of consents) counting.add(consent);
  return counting.rows();
};

const someReport = fc.record({
  consents: fc.array(someConsent, { maxLength: 40 }),
  by: someDimensions,
  period: somePeriod,
});

test('a report has the rows and figures of a naive count, whatever it is broken down by', () => {
  fc.assert(
    fc.property(someReport, ({ consents, by, period }) => {
      const naive = countNaively(consents, by, period);
      expect(sorted(countAll(consents, by, period).map(plain))).toEqual(sorted(naive.map(plain)));
    }),
    { numRuns: runs(300) },
  );
});

test('what was given, less what ended, is by how much the number in force has changed', () => {
  fc.assert(
    fc.property(someReport, ({ consents, period }) => {
      const before = period.from && new Date(period.from.getTime() - 1);
      const [opening] = before === undefined ? [] : countAll(consents, [], { last: before });
      const [total] = countAll(consents, [], period);
      const { given, revoked, expired, superseded, erased, active } = total ?? expect.unreachable();
      expect(given - revoked - expired - superseded - erased).toBe(active - (opening?.active ?? 0));
    }),
    { numRuns: runs(300) },
  );
});

test('rows stand in the same order whatever order consents come in, by the first dimension first', () => {
  fc.assert(
    fc.property(someReport, ({ consents, by, period }) => {
      const rows = countAll(consents, by, period);
      expect(countAll(consents.toReversed(), by, period)).toEqual(rows);
    }),
  );
  const consents = fc.sample(someConsent, 200);
  const rows = countAll(consents, ['version', 'state'], { last: new Date(start + 24 * 365 * hour) });
  const versions = rows.map(({ traits }) => Number(traits.version));

  expect(versions).toEqual(versions.toSorted((one, other) => one - other));
  expect(new Set(versions).size).toBeGreaterThan(9);
  expect([...new Set(rows.filter(({ traits }) => traits.version === 1).map(({ traits }) => traits.state))]).toEqual(
    ['active', 'revoked', 'expired', 'superseded', 'erased'].filter((state) =>
      rows.some(({ traits }) => traits.version === 1 && traits.state === state),
    ),
  );
});

const oneConsent = (times: Pick<ConsentEntry['times'], 'given' | 'revoked' | 'expires'>): Judged => {
  const [consent = expect.unreachable()] = fc.sample(someConsent, 1);
  return { ...consent, times };
};

test('a revocation of what had expired ends nothing, though the state goes by it', () => {
  const [given, expires, revoked] = [1, 2, 3].map((month) => new Date(Date.UTC(2026, month, 1)));
  if (given === undefined) return expect.unreachable();
  const rows = countAll([oneConsent({ given, expires, revoked })], ['state', 'month'], {
    last: new Date(Date.UTC(2026, 4, 1)),
  });

  expect(rows.map(({ traits, expired, revoked, active }) => ({ ...traits, expired, revoked, active }))).toEqual([
    { state: 'revoked', month: '2026-02', expired: 0, revoked: 0, active: 1 },
    { state: 'revoked', month: '2026-03', expired: 1, revoked: 0, active: 0 },
    { state: 'revoked', month: '2026-04', expired: 0, revoked: 0, active: 0 },
    { state: 'revoked', month: '2026-05', expired: 0, revoked: 0, active: 0 },
  ]);
});
