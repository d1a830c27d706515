import { DescribeContinuousBackupsCommand, DescribeTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import { tableDefinition } from '../../../shared/store/table.ts';
import { describeTable } from '../../stage/table-description.ts';
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
      : wrong(TableStatus, 'Wait until it is ACTIVE. If it does not become ACTIVE, restore it (docs/restore.md).');
  },
};

export const protection: Check = {
  name: 'deletion protection',
  look: async (stage) => {
    if (stage.isDevelopment) return skipped('not needed for development');
    const { DeletionProtectionEnabled = false } = await describeTable(stage.table);
    return DeletionProtectionEnabled
      ? ok('on')
      : wrong('off', `Turn it on, unless the stage is for development. ${await toLine(stage, protect)}`);
  },
};

export const recovery: Check = {
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
    const { TimeToLiveDescription: found } = await stage.table.client.send(
      new DescribeTimeToLiveCommand({ TableName: stage.table.name }),
    );
    const isOn = found?.TimeToLiveStatus === 'ENABLED' || found?.TimeToLiveStatus === 'ENABLING';
    if (!isOn) return wrong('off', `Turn it on. Until then expired items stay. ${await toLine(stage, expire(true))}`);
    const { AttributeName } = found;
    return AttributeName === tableDefinition.timeToLive
      ? ok(`on, by ${AttributeName}`)
      : wrong(
          `on, by ${AttributeName}`,
          `DynamoDB may delete items that must stay. Turn it off, wait an hour, then run \`doctor\` again. ${await toLine(stage, expire(false, AttributeName))}`,
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

export const tableChecks: readonly Check[] = [status, indexes, protection, recovery, timeToLive, streaming];
