import {
  BackupClient,
  DescribeBackupVaultCommand,
  paginateListRecoveryPointsByBackupVault,
  ResourceNotFoundException,
} from '@aws-sdk/client-backup';
import { restorableDays } from '../../../shared/runtime/stage.ts';
import { dayMilliseconds } from '../../../shared/runtime/time.ts';
import { patience } from '../../stage/patience.ts';
import type { Stage } from '../../stage/stage.ts';
import { describeTable } from '../../stage/stage.ts';
import { isTableAlone } from '../../stage/table.ts';
import type { Check, Diagnosis } from './finding.ts';
import { ok, skipped, unknown, wrong } from './finding.ts';

/**
 * Days that the newest backup may be old: the week from one to the next, and a day more, because AWS Backup begins up to eight hours
 * late and needs time for it (AWS Backup Developer Guide, "Backup plan options and configuration").
 */
const oldestDays = 8;

/** What is said about one table: when its newest backup was made, or that none was. */
interface Found {
  readonly table: string;
  readonly madeAt: Date | undefined;
  /** Whether there should be a newer one. */
  readonly isOverdue: boolean;
}

const findNewest = async (
  client: BackupClient,
  BackupVaultName: string,
  ByResourceArn: string,
  ByCreatedAfter: Date,
): Promise<Date | undefined> => {
  let newest: Date | undefined;
  const pages = paginateListRecoveryPointsByBackupVault({ client }, { BackupVaultName, ByResourceArn, ByCreatedAfter });
  for await (const { RecoveryPoints = [] } of pages) {
    for (const { Status, CreationDate } of RecoveryPoints) {
      if (Status === 'COMPLETED' && CreationDate && !(newest && newest > CreationDate)) newest = CreationDate;
    }
  }
  return newest;
};

/** Looks for the newest backup of each table. A vault or a table that is younger than a backup may be old needs none yet. */
const findEach = async (stage: Stage, vault: string, now: Date): Promise<Found[]> => {
  const { table, erasures, log } = stage;
  const client = new BackupClient({ region: await table.client.config.region(), ...patience });
  const { CreationDate: begun } = await client.send(new DescribeBackupVaultCommand({ BackupVaultName: vault }));
  const earliest = new Date(now.getTime() - oldestDays * dayMilliseconds);
  const isYoung = (time: Date | undefined): boolean => time !== undefined && time > earliest;
  const tables = [table, erasures, log].filter((each) => each !== undefined);
  return Promise.all(
    tables.map(async (each) => {
      const { TableArn = '', CreationDateTime } = await describeTable(each);
      const madeAt = await findNewest(client, vault, TableArn, earliest);
      const isOverdue = madeAt === undefined && !isYoung(begun) && !isYoung(CreationDateTime);
      return { table: each.name, madeAt, isOverdue };
    }),
  );
};

const judge = (vault: string, found: readonly Found[]): Diagnosis => {
  const overdue = found.filter(({ isOverdue }) => isOverdue).map(({ table }) => table);
  if (overdue.length > 0) {
    return wrong(
      `none in ${oldestDays} days of ${overdue.join(', ')}`,
      `AWS Backup should make one each week in the vault ${vault}. docs/restore.md says how to find the reason (Backups by AWS Backup).`,
    );
  }
  const made = found.flatMap(({ madeAt }) => madeAt ?? []).sort((one, other) => Number(one) - Number(other));
  const awaited = found.filter(({ madeAt }) => madeAt === undefined).map(({ table }) => table);
  const [first] = made;
  return ok(
    [
      ...(first ? [`each week, of every table since ${first.toISOString()}`] : []),
      ...(awaited.length > 0 ? [`the first is due of ${awaited.join(', ')}`] : []),
    ].join('; '),
  );
};

/** Whether AWS Backup makes backups as the options ask for them. */
const backups: Check = {
  name: 'backups by AWS Backup',
  look: async (stage, now) => {
    if (isTableAlone(stage)) return unknown();
    const { backupVault } = stage;
    if (backupVault === undefined) return skipped('none without the option backupDays');
    try {
      return judge(backupVault, await findEach(stage, backupVault, now));
    } catch (error) {
      if (!(error instanceof ResourceNotFoundException)) throw error;
      return wrong(
        `the vault ${backupVault} is gone`,
        `Nothing is kept longer than ${restorableDays} days. Deploy the stage without backupDays, then with it again.`,
      );
    }
  },
};

export const backupChecks: readonly Check[] = [backups];
