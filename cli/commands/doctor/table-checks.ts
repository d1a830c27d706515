import { isDeepStrictEqual } from 'node:util';
import {
  BackupClient,
  DescribeBackupVaultCommand,
  paginateListRecoveryPointsByBackupVault,
  ResourceNotFoundException,
} from '@aws-sdk/client-backup';
import type { GlobalSecondaryIndexDescription, TableDescription } from '@aws-sdk/client-dynamodb';
import { DescribeContinuousBackupsCommand } from '@aws-sdk/client-dynamodb';
import type { ConsentIndex } from '../../../shared/consents/indexes.ts';
import { consentIndexes } from '../../../shared/consents/indexes.ts';
import { restorableDays } from '../../../shared/runtime/stage.ts';
import { dayMilliseconds } from '../../../shared/runtime/time.ts';
import { tableDefinition } from '../../../shared/store/keys.ts';
import { findTimeToLive, toKeyAttribute, toKeySchema } from '../../local/create-table.ts';
import { commandClientLimits, isTableAlone } from '../../stage/open-table.ts';
import type { Stage } from '../../stage/stage.ts';
import { describeTable } from '../../stage/stage.ts';
import type { Check, Diagnosis } from './finding.ts';
import {
  addIndex,
  deleteIndex,
  expire,
  keepRecoverable,
  ok,
  protect,
  skipped,
  stream,
  toLine,
  unknown,
  wrong,
} from './finding.ts';

/** Whether a table or an index with this status can be read and written. */
const isUsable = (status: string): boolean => status === 'ACTIVE' || status === 'UPDATING';

const status: Check = {
  name: 'table',
  look: async ({ table }) => {
    const { TableStatus = 'unknown' } = await describeTable(table);
    return isUsable(TableStatus)
      ? ok(TableStatus)
      : wrong(TableStatus, 'Wait until it is ACTIVE. If it does not become ACTIVE, restore it (docs/restore.md).');
  },
};

const protection: Check = {
  name: 'deletion protection',
  look: async (stage) => {
    if (stage.isDevelopment) return skipped('not needed for development');
    const { DeletionProtectionEnabled = false } = await describeTable(stage.table);
    return DeletionProtectionEnabled
      ? ok('on')
      : wrong('off', `Turn it on, unless the stage is for development. ${await toLine(stage, protect)}`);
  },
};

const recovery: Check = {
  name: 'point-in-time recovery',
  look: async (stage) => {
    if (stage.isLocal) return skipped('does not apply to a local table');
    const { ContinuousBackupsDescription } = await stage.table.client.send(
      new DescribeContinuousBackupsCommand({ TableName: stage.table.name }),
    );
    const recovery = ContinuousBackupsDescription?.PointInTimeRecoveryDescription;
    return recovery?.PointInTimeRecoveryStatus === 'ENABLED'
      ? ok(`on, back to ${recovery.EarliestRestorableDateTime?.toISOString() ?? 'its beginning'}`)
      : wrong('off', `Turn it on. Until then nothing can be restored. ${await toLine(stage, keepRecoverable)}`);
  },
};

const timeToLive: Check = {
  name: 'time to live',
  look: async (stage) => {
    const attribute = await findTimeToLive(stage.table);
    if (attribute === undefined)
      return wrong('off', `Turn it on. Until then expired items stay. ${await toLine(stage, expire(true))}`);
    return attribute === tableDefinition.timeToLive
      ? ok(`on, by ${attribute}`)
      : wrong(
          `on, by ${attribute}`,
          `DynamoDB may delete items that must stay. Turn it off, wait an hour, then run \`doctor\` again. ${await toLine(stage, expire(false, attribute))}`,
        );
  },
};

const streaming: Check = {
  name: 'stream',
  look: async (stage) => {
    if (stage.isLocal) return skipped('does not apply to a local table');
    const { StreamSpecification: found } = await describeTable(stage.table);
    if (!found?.StreamEnabled)
      return wrong('off', `Turn it on. Until then no replica can be added. ${await toLine(stage, stream(true))}`);
    return found.StreamViewType === tableDefinition.stream
      ? ok(`on, ${found.StreamViewType}`)
      : wrong(
          `on, ${found.StreamViewType}`,
          `It cannot be changed. Turn it off, then run \`doctor\` again. ${await toLine(stage, stream(false))}`,
        );
  },
};

const hasKeys = (index: ConsentIndex, found: GlobalSecondaryIndexDescription, table: TableDescription): boolean =>
  isDeepStrictEqual(found.KeySchema, toKeySchema(index.partitionKey)) &&
  table.AttributeDefinitions?.some((attribute) => isDeepStrictEqual(attribute, toKeyAttribute(index))) === true;

const lackingAttributes = ({ nonKeyAttributes }: ConsentIndex, { Projection }: GlobalSecondaryIndexDescription) =>
  Projection?.ProjectionType === 'ALL'
    ? []
    : nonKeyAttributes.filter((name) => !Projection?.NonKeyAttributes?.includes(name));

const examine = (index: ConsentIndex, table: TableDescription): Flaw | undefined => {
  const found = table.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === index.name);
  if (found === undefined) return { index, says: 'missing', remedy: 'add' };
  const { IndexStatus = 'unknown' } = found;
  if (!isUsable(IndexStatus)) return { index, says: IndexStatus, remedy: 'wait' };
  if (!hasKeys(index, found, table)) return { index, says: 'has other keys', remedy: 'replace' };
  const lacking = lackingAttributes(index, found);
  return lacking.length === 0 ? undefined : { index, says: `lacks ${lacking.join(', ')}`, remedy: 'replace' };
};

/** The next step: DynamoDB adds or deletes one index at a time, and cannot change one. */
const advise = async (stage: Stage, flaw: Flaw): Promise<string> => {
  const { name } = flaw.index;
  switch (flaw.remedy) {
    case 'wait':
      return `Wait until ${name} is ACTIVE or gone, then run \`doctor\` again.`;
    case 'add':
      return `Add it, then run \`doctor\` again. ${await toLine(stage, addIndex(flaw.index))}`;
    case 'replace':
      return `Delete it, then run \`doctor\` again, which says how to add it. Searches by ${name} fail until then. ${await toLine(stage, deleteIndex(flaw.index))}`;
  }
};

const indexes: Check = {
  name: 'indexes',
  look: async (stage) => {
    const description = await describeTable(stage.table);
    const flaws = consentIndexes.map((index) => examine(index, description)).filter((flaw) => flaw !== undefined);
    const next = flaws.find(({ remedy }) => remedy === 'wait') ?? flaws[0];
    if (next === undefined) return ok(consentIndexes.map(({ name }) => name).join(', '));
    return wrong(flaws.map(({ index, says }) => `${index.name} ${says}`).join('; '), await advise(stage, next));
  },
};

export const tableChecks: readonly Check[] = [status, indexes, protection, recovery, timeToLive, streaming];

/**
 * The check of a table beside the main one, which has neither indexes nor items that expire.
 *
 * @param named the option that names the table, and the diagnosis of a stage without it
 */
export const secondTable = (
  which: 'erasures' | 'log',
  { option, stageLacks }: { readonly option: string; readonly stageLacks: Diagnosis },
): Check => ({
  name: `${which} table`,
  look: async (stage, now) => {
    const { [which]: table } = stage;
    if (table === undefined) return isTableAlone(stage) ? unknown(`; name it with ${option}`) : stageLacks;
    const says: string[] = [];
    for (const { name, look } of [status, protection, recovery]) {
      const found = await look({ ...stage, table }, now);
      if (found.state === 'wrong') return { ...found, says: `${name}: ${found.says}` };
      if (found.state === 'ok') says.push(`${name} ${found.says}`);
    }
    return ok(says.join('; '));
  },
});

/** The problem with an index. */
interface Flaw {
  readonly index: ConsentIndex;
  readonly says: string;
  readonly remedy: 'wait' | 'add' | 'replace';
}

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
  const client = new BackupClient({ region: await table.client.config.region(), ...commandClientLimits });
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

const diagnoseBackups = (vault: string, found: readonly Found[]): Diagnosis => {
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
      return diagnoseBackups(backupVault, await findEach(stage, backupVault, now));
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
