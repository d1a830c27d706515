import { beforeAll, expect, test } from 'vitest';
import { commandEnglish as english } from '../../pages/describe/command-text.ts';
import { toTimeline } from '../../pages/describe/consent.ts';
import type { ConsentState } from '../../shared/consents/state.ts';
import { toFacts } from '../../shared/evidence/facts.ts';
import { findOwned, readHoldings } from '../../shared/evidence/holdings.ts';
import type { Statement } from '../../shared/evidence/statement.ts';
import { toStatement } from '../../shared/evidence/statement.ts';
import { listAccounts } from '../../shared/identity/account.ts';
import { createProject, renameProject } from '../../shared/identity/project.ts';
import { keyOf } from '../../shared/store/keys.ts';
import { adminData } from '../support/call/admin.ts';
import { newTenant } from '../support/make/builders.ts';
import { changeAt } from '../support/make/changes.ts';
import { setTime } from '../support/make/clock.ts';
import type { Draft, Seeded, Version } from '../support/make/officer-register.ts';
import { onDay, publish, reckonState, seedConsents } from '../support/make/officer-register.ts';
import { fc } from '../support/make/properties.ts';
import { editItem } from '../support/make/stored.ts';
import { table } from '../support/make/table.ts';

const day = 86_400_000;
const tenant = await newTenant({ notices: 0 });
const { accountId } = tenant;
const projects = [tenant.projectUid, `${tenant.projectUid}-two`];
await createProject(table, { accountId, uid: projects[1] ?? '', name: 'Two' }, changeAt());

const askedTwice = await publish(tenant, [
  { onDay: 0, content: { validityDays: 20 } },
  { onDay: 10, content: { validityDays: 0, askAgain: true } },
  { onDay: 20, content: { validityDays: 30 } },
  { onDay: 30, content: { validityDays: 1, askAgain: true } },
  { onDay: 40, content: { validityDays: 0, askAgain: false } },
]);
const endless = await publish(tenant, [{ onDay: -800, content: { validityDays: 365 } }]);
const versions = [...askedTwice, ...endless];
const published = [0, 10, 20, 30, 40].map((days) => onDay(days).getTime());

const near = (moments: readonly number[]): fc.Arbitrary<Date> =>
  fc.tuple(fc.constantFrom(...moments), fc.constantFrom(-1, 0, 1)).map(([moment, beside]) => new Date(moment + beside));

/** Midnights, the end of February in a leap year and without, and the moments at which versions were published. */
const edges = [
  ...published,
  ...['2024-02-29T00:00Z', '2024-03-01T00:00Z', '2025-03-01T00:00Z', '2026-03-02T00:00Z', '2026-04-01T00:00Z'].map(
    (text) => Date.parse(text),
  ),
];

interface Story extends Draft {
  /** As an erasure leaves it, which no value finds. */
  readonly isForgotten: boolean;
}

const endsOf = (version: Version, given: Date): number[] => [
  given.getTime(),
  given.getTime() + (version.validityDays || 7) * day,
  version.askedAgain?.getTime() ?? given.getTime() + 3 * day,
];

const aStory: fc.Arbitrary<Story> = fc
  .record({ version: fc.constantFrom(...versions), given: near(edges) })
  .chain(({ version, given }) =>
    fc.record({
      version: fc.constant(version),
      given: fc.constant(given),
      projectUid: fc.constantFrom(...projects),
      lang: fc.constantFrom('eng' as const, 'deu' as const),
      channel: fc.constant('web' as const),
      userData: fc.constantFrom('ada', 'bo', 'cy').map((name) => ({ email: `${name}@example.com` })),
      revoked: fc.option(near(endsOf(version, given)), { nil: undefined, freq: 2 }),
      erased: fc.option(near(endsOf(version, given)), { nil: undefined, freq: 5 }),
      isForgotten: fc.boolean(),
    }),
  )
  .map(({ revoked, erased, ...rest }) => ({
    ...rest,
    revoked: revoked && new Date(Math.max(revoked.getTime(), rest.given.getTime())),
    erased: erased && new Date(Math.max(erased.getTime(), rest.given.getTime())),
  }));

const [stories = []] = fc.sample(fc.array(aStory, { minLength: 60, maxLength: 60, size: 'max' }), 1);

/** An erasure takes the person away; what was in force counts as revoked at that moment. */
const forget = async (id: string, { erased = new Date(), revoked }: Draft): Promise<void> => {
  await editItem(
    table,
    keyOf.consent(accountId, id),
    `REMOVE emailKey, valueDigests${revoked === undefined ? ' SET revokeTime = :time' : ''}`,
    revoked === undefined ? { ':time': erased.toISOString() } : undefined,
  );
};

let told: readonly (Seeded & { readonly isFindable: boolean })[] = [];
const statementsAt: ((at: Date) => Statement)[] = [];

beforeAll(async () => {
  const seeded = await seedConsents(tenant, stories);
  for (const [i, { id }] of seeded.entries()) {
    const story = stories[i];
    if (story?.isForgotten && story.erased !== undefined) await forget(id, story);
  }
  await renameProject(table, { accountId, uid: projects[0] ?? '', name: 'Renamed' }, changeAt());
  told = seeded.map((consent, i) => ({
    ...consent,
    isFindable: !(stories[i]?.isForgotten && consent.erased !== undefined),
    revoked: stories[i]?.isForgotten ? (consent.revoked ?? consent.erased) : consent.revoked,
  }));
  const accounts = await listAccounts(table);
  for (const { id } of told) {
    const owned = await findOwned(table, accounts, id);
    if (owned === undefined) throw new Error('A consent is not there.');
    const holdings = await readHoldings(table, owned);
    statementsAt.push((at) =>
      toStatement(toFacts(holdings, new Date(), { start: at, end: new Date(at.getTime() + 1) })),
    );
  }
});

type Stated = readonly [id: string, state: string, since: string];

const byId = (rows: readonly Stated[]): Stated[] => rows.toSorted(([one], [other]) => (one < other ? -1 : 1));

const expected = (at: Date, isWanted: (consent: (typeof told)[number]) => boolean = () => true): Stated[] =>
  byId(
    told.filter(isWanted).flatMap((consent): Stated[] => {
      const state = reckonState(consent, at);
      return state === undefined ? [] : [[consent.id, state.state, state.since.toISOString()]];
    }),
  );

const listed = async (at: Date, ...words: readonly string[]): Promise<Stated[]> => {
  const rows: readonly Record<'id' | 'state' | 'since', string>[] = await adminData(
    'consent',
    'list',
    '--account',
    accountId,
    '--at',
    at.toISOString(),
    ...words,
  );
  return byId(rows.map(({ id, state, since }) => [id, state, since]));
};

/** The moments at which something happens to a consent, one millisecond before and after them. */
const momentsOf = (consents: readonly Seeded[]): number[] =>
  consents.flatMap(({ version, given, revoked, erased }) => [
    ...endsOf(version, given),
    revoked?.getTime() ?? given.getTime(),
    erased?.getTime() ?? given.getTime(),
  ]);

const drawMoments = (count: number): Date[] => {
  const [moments = []] = fc.sample(
    fc.array(near([...momentsOf(told), ...edges]), { minLength: count, maxLength: count, size: 'max' }),
    1,
  );
  return moments;
};

const states: readonly ConsentState[] = ['active', 'revoked', 'expired', 'superseded', 'erased'];

test('lists, a consent by itself, a person and a report tell the same states at any moment', async () => {
  setTime('2028-01-01T00:00:00Z');
  const seen = new Set<string>();
  for (const at of drawMoments(12)) {
    const all = expected(at);

    expect(await listed(at), at.toISOString()).toEqual(all);
    expect(await listed(at, '--person', 'email=ada@example.com')).toEqual(
      expected(at, ({ isFindable, userData }) => isFindable && userData.email === 'ada@example.com'),
    );
    const shown = statementsAt.map((statementAt) => statementAt(at));
    expect(
      byId(shown.flatMap(({ id, state: { state, since } }): Stated[] => (state ? [[id, state, since ?? '']] : []))),
    ).toEqual(all);
    const { rows } = await adminData(
      'report',
      '--account',
      accountId,
      '--until',
      at.toISOString(),
      '--by',
      'state,project,version',
    );
    for (const state of states) {
      const ofState = rows.filter((row: { state: string }) => row.state === state);
      const count = (figure: string) =>
        ofState.reduce((sum: number, row: Record<string, number>) => sum + (row[figure] ?? 0), 0);
      const wanted = all.filter((row) => row[1] === state).length;
      expect([at, state, count('given'), count('active')]).toEqual([
        at,
        state,
        wanted,
        state === 'active' ? wanted : 0,
      ]);
    }
    for (const [, state] of all) seen.add(state);
  }
  expect(seen).toEqual(new Set(states));
});

test('the timeline of a person ends for each consent with what its state is since', async () => {
  for (const at of drawMoments(8)) {
    const wanted = expected(at, ({ isFindable, userData }) => isFindable && userData.email === 'bo@example.com');
    if (wanted.length === 0) continue;
    const { timeline, notices } = await adminData(
      'person',
      'show',
      'email=bo@example.com',
      '--account',
      accountId,
      '--at',
      at.toISOString(),
    );
    for (const [id, state, since] of wanted) {
      expect(timeline).toContainEqual(
        expect.objectContaining({ consentId: id, event: state === 'active' ? 'given' : state, time: since }),
      );
    }
    for (const { consentId: id, event, time } of timeline) {
      const consent = told.find((each) => each.id === id) ?? expect.unreachable();
      if (event === 'expired' || event === 'superseded')
        expect(reckonState(consent, new Date(time))?.state).toBe(event);
    }
    expect(timeline.every((event: { time: string }) => event.time <= at.toISOString())).toBe(true);
    const pids = new Map(told.map(({ id, version }) => [id, version.pid]));
    for (const { consentInformationPid: pid, state, consents } of notices) {
      const ofNotice = wanted.filter(([id]) => pids.get(id) === pid);
      expect(consents).toBe(ofNotice.length);
      expect(state === 'active').toBe(ofNotice.some((row) => row[1] === 'active'));
    }
  }
});

test('by itself a consent tells of what time did to it where that ended it, once', () => {
  const endings = statementsAt.map((statementAt, i) => {
    const consent = told[i] ?? expect.unreachable();
    const ended = toTimeline(statementAt(consent.given), english).flatMap(({ time, says }) => {
      const [, event] = /^The consent (expires|is superseded)/.exec(says) ?? [];
      return event === undefined ? [] : [{ time, event: event === 'expires' ? 'expired' : 'superseded' }];
    });
    for (const { time, event } of ended) expect(reckonState(consent, new Date(time))?.state, consent.id).toBe(event);
    return ended.length;
  });

  expect(new Set(endings)).toEqual(new Set([0, 1]));
});

test('who is due is in force no more by a list of the same moment, or in a language without text, and has not agreed again', async () => {
  const last = Math.max(...published);
  for (const at of drawMoments(40)
    .filter((moment) => moment.getTime() > last)
    .slice(0, 6)) {
    setTime(at);
    const due: readonly {
      readonly id: string;
      readonly reasons: readonly { readonly reason: string; since: string }[];
    }[] = await adminData('consent', 'due', '--account', accountId, '--days', '0');

    const followed = ({ id, version, projectUid, userData }: Seeded) =>
      told.some(
        (other) =>
          other.isFindable &&
          other.id > id &&
          other.version.pid === version.pid &&
          other.projectUid === projectUid &&
          other.userData.email === userData.email,
      );
    const wanted = told.flatMap((consent): Stated[] => {
      if (consent.revoked !== undefined || consent.erased !== undefined || followed(consent)) return [];
      const { state, since } = reckonState(consent, at) ?? { state: 'none', since: at };
      if (state === 'active')
        return consent.lang === 'deu' ? [[consent.id, 'language', consent.given.toISOString()]] : [];
      return [[consent.id, state === 'expired' ? 'expires' : state, since.toISOString()]];
    });
    expect(byId(due.map(({ id }) => [id, '', '']))).toEqual(byId(wanted.map(([id]) => [id, '', ''])));
    for (const [id, reason, since] of wanted) {
      expect(due.find((row) => row.id === id)?.reasons).toContainEqual({ reason, since });
    }
  }
});
