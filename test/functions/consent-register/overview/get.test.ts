import * as v from 'valibot';
import { expect, test } from 'vitest';
import { countBy } from '../../../../shared/consents/reports/count.ts';
import { readReport } from '../../../../shared/consents/reports/report.ts';
import { beginOverview, tellOverview } from '../../../../shared/log/sums/overview.ts';
import { Overview } from '../../../../shared/log/sums/overview-answer.ts';
import { readLineage } from '../../../../shared/notices/lineage.ts';
import { dayMilliseconds } from '../../../../shared/time.ts';
import { drawDrafts } from '../../../shared/consents/reports/random-drafts.ts';
import { newTenant } from '../../../support/builders.ts';
import type { Parameters } from '../../../support/encode.ts';
import { erase } from '../../../support/erase.ts';
import { invoke } from '../../../support/invoke.ts';
import { newRegister, seedConsents } from '../../../support/officer-register.ts';
import { newRandom } from '../../../support/random.ts';
import { openOwnLog } from '../../../support/register-log.ts';
import { recordRounds } from '../../../support/requests.ts';
import { seed } from '../../../support/seed.ts';
import { table } from '../../../support/table.ts';

const register = await openOwnLog();
const { tenant, projects, versions } = await newRegister();
const { accountId } = tenant;

const ask = async (parameters: Parameters = {}, caller = tenant) =>
  v.parse(Overview, (await invoke('getOverview', parameters, caller)).body);

const drafts = drawDrafts(newRandom(seed), { projects, versions }, { count: 60, days: 60, revokedWithin: 20 });

const nothing = { countedUntil: null, data: [], versions: [] };

/** What a report says that reads all consents. */
const readAll = async (projectUids: readonly string[]) => {
  const end = Math.floor(Date.now() / dayMilliseconds + 1) * dayMilliseconds - 1;
  const period = { last: new Date(end) };
  const [months, byVersion] = [countBy(['month'], period), countBy(['notice', 'version'], period)];
  const lineage = await readLineage(table, accountId);
  await readReport(table, { accountId, projectUids, period, lineage }, [months, byVersion]);
  return {
    months: months.rows().map(({ traits: { month }, given, revoked, active }) => ({ month, given, revoked, active })),
    active: byVersion
      .rows()
      .map(({ active }) => active)
      .filter((count) => count > 0),
  };
};

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

  for (const projectUid of [undefined, projects[1]]) {
    const {
      countedUntil,
      data,
      versions: told,
    } = await ask({ months: 24, ...(projectUid !== undefined && { projectUid }) });
    const { months, active } = await readAll(projectUid === undefined ? projects : [projectUid]);

    expect(countedUntil).toBe('2026-11-20T10:00:00.000Z');
    expect(data).toHaveLength(24);
    expect(data.slice(-months.length)).toEqual(months);
    expect(data.slice(0, -months.length).every(({ given, active: count }) => given === 0 && count === 0)).toBe(true);
    expect(told.map((version) => version.active).sort()).toEqual(active.sort());
    expect(told.map(({ consentInformationVersionId }) => consentInformationVersionId)).toEqual(
      versions
        .filter(({ id }) => told.some((version) => version.consentInformationVersionId === id))
        .map(({ id }) => id),
    );
  }
  expect((await ask({ projectUid: 'nowhere' })).versions).toEqual([]);
  expect(await ask({}, await newTenant())).toEqual(nothing);
});

test('without a log nothing is counted', async () => {
  expect(tellOverview(await beginOverview(undefined, accountId), { months: 12 }, new Date())).toEqual(nothing);
});

test('it is read in the round trip that says who calls', async () => {
  const { rounds } = await recordRounds(() => ask());

  expect(rounds).toEqual([['BatchGetItem', 'Query', 'Query']]);
});
