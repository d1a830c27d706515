import { expect, test } from 'vitest';
import { newFindings } from '../../../shared/auditing/finding.ts';
import { verifyLog } from '../../../shared/auditing/verify-log.ts';
import { addConsent, newTenant } from '../../support/builders.ts';
import { erase } from '../../support/erase.ts';
import { openRegisterLog } from '../../support/register-log.ts';
import { erasures, table } from '../../support/table.ts';

test('a register that nobody touched has no finding', async () => {
  const register = await openRegisterLog();
  const tenant = await newTenant({ notices: 2 });
  for (let i = 0; i < 20; i += 1) await addConsent(tenant);
  await register.publish();
  const { consentId: gone } = await addConsent(tenant);
  const { consentId: kept } = await addConsent(tenant);
  await register.publish();
  await erase(tenant.accountId, [gone], { extent: 'everything' });
  await erase(tenant.accountId, [kept]);
  await register.publish();
  const findings = newFindings(100);
  const audit = await verifyLog(
    { table, log: register.log, erasures, kept: [], isAnchored: false, key: register.key },
    { segments: 2, lag: 60_000, report: findings.report, onLeaves: () => {}, onRecords: () => {} },
  );

  expect(findings.kept()).toEqual([]);
  expect(audit).toMatchObject({ checkpoints: 3, waiting: 0, takenIn: 0 });
});
