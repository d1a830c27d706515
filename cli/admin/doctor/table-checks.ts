import { DescribeContinuousBackupsCommand, DescribeTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import { tableDefinition } from '../../../shared/store/table.ts';
import { describeTable } from '../stage/table-description.ts';
import type { Check } from './finding.ts';
import { ok, skipped, wrong } from './finding.ts';
import { indexes } from './index-check.ts';
import { expire, keepRecoverable, protect, stream, toLine } from './remedy.ts';

export const status: Check = {
  name: 'table',
  look: async ({ table }) => {
    const { TableStatus = 'unknown' } = await describeTable(table);
    return TableStatus === 'ACTIVE' || TableStatus === 'UPDATING'
      ? ok(TableStatus)
      : wrong(TableStatus, 'Wait until it is ACTIVE; restore it when it is not coming back (docs/restore.md).');
  },
};

export const protection: Check = {
  name: 'deletion protection',
  look: async (stage) => {
    if (stage.isDevelopment) return skipped('not for development');
    const { DeletionProtectionEnabled = false } = await describeTable(stage.table);
    return DeletionProtectionEnabled
      ? ok('on')
      : wrong('off', `Unless the stage is for development. ${await toLine(stage, protect)}`);
  },
};

export const recovery: Check = {
  name: 'point-in-time recovery',
  look: async (stage) => {
    if (stage.isLocal) return skipped('not for a local table');
    const { ContinuousBackupsDescription } = await stage.table.client.send(
      new DescribeContinuousBackupsCommand({ TableName: stage.table.name }),
    );
    const recovery = ContinuousBackupsDescription?.PointInTimeRecoveryDescription;
    return recovery?.PointInTimeRecoveryStatus === 'ENABLED'
      ? ok(`on, back to ${recovery.EarliestRestorableDateTime?.toISOString() ?? 'its beginning'}`)
      : wrong('off', `Nothing can be restored. ${await toLine(stage, keepRecoverable)}`);
  },
};

const timeToLive: Check = {
  name: 'time to live',
  look: async (stage) => {
    const { TimeToLiveDescription: found } = await stage.table.client.send(
      new DescribeTimeToLiveCommand({ TableName: stage.table.name }),
    );
    const isOn = found?.TimeToLiveStatus === 'ENABLED' || found?.TimeToLiveStatus === 'ENABLING';
    if (!isOn) return wrong('off', `Expired items stay. ${await toLine(stage, expire(true))}`);
    const { AttributeName } = found;
    return AttributeName === tableDefinition.timeToLive
      ? ok(`on, by ${AttributeName}`)
      : wrong(
          `on, by ${AttributeName}`,
          `Items may go that must stay. Turn it off, and an hour later \`doctor\` again. ${await toLine(stage, expire(false, AttributeName))}`,
        );
  },
};

const streaming: Check = {
  name: 'stream',
  look: async (stage) => {
    if (stage.isLocal) return skipped('not for a local table');
    const { StreamSpecification: found } = await describeTable(stage.table);
    if (!found?.StreamEnabled) return wrong('off', `No replica can be added. ${await toLine(stage, stream(true))}`);
    return found.StreamViewType === tableDefinition.stream
      ? ok(`on, ${found.StreamViewType}`)
      : wrong(
          `on, ${found.StreamViewType}`,
          `It cannot be changed, so turn it off, then \`doctor\` again. ${await toLine(stage, stream(false))}`,
        );
  },
};

export const tableChecks: readonly Check[] = [status, indexes, protection, recovery, timeToLive, streaming];
