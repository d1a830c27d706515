import * as v from 'valibot';
import { expect, test } from 'vitest';
import { countBy, readReport } from '../../../../shared/consents/report.ts';
import { endNames } from '../../../../shared/consents/state.ts';
import type { FlowFigure } from '../../../../shared/log/overview-schemas.ts';
import { flowFigures, Overview } from '../../../../shared/log/overview-schemas.ts';
import { readLineage } from '../../../../shared/notices/lineage.ts';
import { dayMilliseconds } from '../../../../shared/runtime/time.ts';
import { drawDrafts } from '../../../shared/consents/random-drafts.ts';
import type { Parameters } from '../../../support/call/event.ts';
import { invoke } from '../../../support/call/invoke.ts';
import { recordRounds } from '../../../support/call/requests.ts';
import { newTenant } from '../../../support/make/builders.ts';
import { newRandom, seed } from '../../../support/make/chance.ts';
import { erase } from '../../../support/make/changes.ts';
import { newRegister, seedConsents } from '../../../support/make/officer-register.ts';
import { openOwnLog } from '../../../support/make/register-log.ts';
import { table } from '../../../support/make/table.ts';

const register = await openOwnLog();
const { tenant, projects, versions } = await newRegister();
const { accountId } = tenant;

const ask = async (parameters: Parameters = {}, caller = tenant) =>
  v.parse(Overview, (await invoke('getOverview', parameters, caller)).body);

const drafts = drawDrafts(newRandom(seed), { projects, versions }, { count: 60, days: 60, revokedWithin: 20 });

const nothing = { countedUntil: null, data: [], versions: [], unconfirmedRequests: 0 };

/** What a report says that reads all consents. */
const readAll = async (projectUids: readonly string[], pid?: number) => {
  const end = Math.floor(Date.now() / dayMilliseconds + 1) * dayMilliseconds - 1;
  const period = { last: new Date(end) };
  const [months, byVersion] = [countBy(['month'], period), countBy(['notice', 'version'], period)];
  const lineage = await readLineage(table, accountId);
  await readReport(table, { accountId, projectUids, pid, period, lineage }, [months, byVersion]);
  return {
    months: months.rows().map(({ traits: { month }, ...counts }) => ({ month, ...counts })),
    versions: byVersion.rows().map(({ traits: _, ...counts }) => counts),
  };
};

type Counts = Readonly<Record<FlowFigure | 'active', number>>;

const toCounts = ({ given, revoked, expired, superseded, erased, active }: Counts): Counts => ({
  ...{ given, revoked, expired, superseded, erased },
  active,
});

/** A report has notices by name, an overview by PID. */
const inOrder = (rows: readonly Counts[]): string[] => rows.map((row) => JSON.stringify(row)).sort();

const sumOf = (rows: readonly Counts[], figure: keyof Counts): number =>
  rows.reduce((total, row) => total + row[figure], 0);

/** The months at whose end other consents are in force than those before, and those given, less those that ended. */
const findOdd = (months: Overview['data']): Overview['data'] =>
  months.filter((month, i) => {
    const opening = i === 0 ? 0 : (months[i - 1]?.active ?? 0);
    const ended = endNames.reduce((total, name) => total + month[name], 0);
    return opening + month.given - ended !== month.active;
  });

test('an overview says of each month what a report says that reads all consents', async () => {
  expect(await ask()).toEqual(nothing);
  const seeded = await seedConsents(tenant, drafts);
  expect(await ask()).toEqual(nothing);
  await register.publish();
  await erase(
    accountId,
    seeded.slice(0, 8).map(({ id }) => id),
  );
  await register.publish(new Date('2026-11-20T10:00:00Z'));

  const pid = versions[0]?.pid;
  const filters = [{}, { projectUid: projects[1] }, { consentInformationPid: pid }];
  for (const filter of filters) {
    const { countedUntil, data, versions: told } = await ask({ months: 24, ...filter });
    const asked = filter.projectUid === undefined ? projects : [filter.projectUid];
    const { months, versions: counted } = await readAll(asked, filter.consentInformationPid);

    expect(countedUntil).toBe('2026-11-20T10:00:00.000Z');
    expect(data).toHaveLength(24);
    expect(data.slice(-months.length)).toEqual(months);
    expect(data.slice(0, -months.length).every(({ given, active: count }) => given === 0 && count === 0)).toBe(true);
    expect(findOdd(data)).toEqual([]);
    expect(inOrder(told.map(toCounts))).toEqual(inOrder(counted.map(toCounts)));
    expect(sumOf(told, 'active')).toBe(data.at(-1)?.active);
    for (const figure of flowFigures) expect(sumOf(told, figure)).toBe(sumOf(data, figure));
    expect(told.map(({ consentInformationVersionId }) => consentInformationVersionId)).toEqual(
      versions
        .filter(({ id }) => told.some((version) => version.consentInformationVersionId === id))
        .map(({ id }) => id),
    );
  }
  expect((await ask({ projectUid: 'nowhere' })).versions).toEqual([]);
  expect(await ask({}, await newTenant())).toEqual(nothing);
});

test('it is read in one round trip, when the caller is known', async () => {
  const { rounds } = await recordRounds(() => ask());

  expect(rounds).toEqual([['BatchGetItem'], ['Query', 'Query', 'Query']]);
});
