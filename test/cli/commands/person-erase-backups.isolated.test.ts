import { expect, test } from 'vitest';
import { describeBackups } from '../../../cli/stage/stage.ts';
import { longestBackupDays, restorableDays } from '../../../shared/stage.ts';
import { runAdmin } from '../../support/call/admin.ts';
import { addConsent, newTenant } from '../../support/make/builders.ts';
import { useDeployedStage } from '../../support/make/deployed-stage.ts';

const aws = await useDeployedStage();

/** What the stack `prod` tells besides its tables. */
const tellBackups = (backups: Readonly<Record<string, string>>): void => {
  aws.stacks.set('ConsentRegister-prod', { ...aws.stacks.get('ConsentRegister-prod'), ...backups });
};

const eraseAda = async (): Promise<string> => {
  const tenant = await newTenant();
  await addConsent(tenant, { userData: { email: 'ada@example.com' } });
  const words = ['--account', tenant.accountId, '--stage', 'prod', '--yes', '--reason', 'her letter'];
  return (await runAdmin('person', 'erase', 'email=ada@example.com', ...words)).stdout;
};

test.each([
  ['none but those of DynamoDB', {}, restorableDays],
  ['those of AWS Backup, which are longer', { BackupDays: '400' }, 400],
  ['those of AWS Backup, which are shorter', { BackupDays: '7' }, restorableDays],
])('an erasure says how long backups have the person: %s', async (_, backups, days) => {
  tellBackups(backups);

  expect(await eraseAda()).toContain(`(Article 19 GDPR). Backups of the table expire after ${days} days.\n`);
});

test('of a table alone nobody knows whether AWS Backup keeps it longer', () => {
  expect(describeBackups({ backupDays: 'unknown' })).toBe(
    'Backups of the table expire after 35 days, those of AWS Backup after the `backupDays` of its stage.',
  );
  expect(longestBackupDays()).toBe(35);
});
