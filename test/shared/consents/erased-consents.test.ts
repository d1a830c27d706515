import { expect, test } from 'vitest';
import { countBy, readReport } from '../../../shared/consents/report.ts';
import { readLineage } from '../../../shared/notices/lineage.ts';
import { erase } from '../../support/make/changes.ts';
import { newRegister, onDay, seedConsents } from '../../support/make/officer-register.ts';
import { table } from '../../support/make/table.ts';

test('an erasure changes nothing of what was before it, and ends what was in force on its day', async () => {
  const register = await newRegister();
  const [version] = register.versions;
  const [shop = ''] = register.projects;
  if (version === undefined) throw new Error('There is no version.');
  const draft = {
    userData: { email: 'ada@example.com' },
    projectUid: shop,
    version,
    lang: 'eng',
    channel: 'web',
  } as const;
  const own = await seedConsents(register.tenant, [
    { ...draft, given: onDay(1) },
    { ...draft, given: onDay(2), revoked: onDay(4) },
    { ...draft, given: onDay(3) },
  ]);
  const rowsUntil = async (last: Date) => {
    const counting = countBy([], { last });
    const lineage = await readLineage(table, register.tenant.accountId);
    const question = { accountId: register.tenant.accountId, projectUids: [shop], period: { last }, lineage };
    await readReport(table, question, [counting]);
    return counting.rows();
  };
  const none = { traits: {}, revoked: 0, expired: 0, superseded: 0, erased: 0 };
  const before = await rowsUntil(onDay(9));
  await erase(
    register.tenant.accountId,
    own.slice(0, 2).map(({ id }) => id),
    { now: onDay(10) },
  );

  expect(await rowsUntil(onDay(9))).toEqual(before);
  expect(before).toEqual([{ ...none, given: 3, revoked: 1, active: 2 }]);
  expect(await rowsUntil(onDay(10))).toEqual([{ ...none, given: 3, revoked: 1, erased: 1, active: 1 }]);
});
