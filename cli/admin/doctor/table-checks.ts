import type { TableDescription } from '@aws-sdk/client-dynamodb';
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import type { Table } from '../../../shared/store/client.ts';
import { tableDefinition } from '../../../shared/store/table.ts';
import type { Check } from './finding.ts';
import { ok, skipped, wrong } from './finding.ts';

const describe = async ({ name, client }: Table): Promise<TableDescription> => {
  const { Table: description } = await client.send(new DescribeTableCommand({ TableName: name }));
  if (description === undefined) throw new Error('DynamoDB did not describe the table.');
  return description;
};

const status: Check = {
  name: 'table',
  look: async ({ table }) => {
    const { TableStatus = 'unknown' } = await describe(table);
    return TableStatus === 'ACTIVE' || TableStatus === 'UPDATING'
      ? ok(TableStatus)
      : wrong(
          TableStatus,
          'Wait until it is ACTIVE; restore it when it is not coming back (docs/operations.md, Restore).',
        );
  },
};

const indexes: Check = {
  name: 'index',
  look: async ({ table }) => {
    const { GlobalSecondaryIndexes = [] } = await describe(table);
    const states = tableDefinition.indexes.map(({ name }) => ({
      name,
      state: GlobalSecondaryIndexes.find(({ IndexName }) => IndexName === name)?.IndexStatus ?? 'missing',
    }));
    const says = states.map(({ name, state }) => `${name} ${state}`).join(', ');
    return states.every(({ state }) => state === 'ACTIVE' || state === 'UPDATING')
      ? ok(says)
      : wrong(
          says,
          'Wait while it is being created; deploy the stage anew when it is missing. Searches by project need it.',
        );
  },
};

const protection: Check = {
  name: 'deletion protection',
  look: async ({ table, isDevelopment }) => {
    if (isDevelopment) return skipped('not for development');
    const { DeletionProtectionEnabled = false } = await describe(table);
    return DeletionProtectionEnabled
      ? ok('on')
      : wrong('off', 'aws dynamodb update-table --deletion-protection-enabled, unless the stage is for development.');
  },
};

const recovery: Check = {
  name: 'point-in-time recovery',
  look: async ({ table, isLocal }) => {
    if (isLocal) return skipped('not for a local table');
    const { ContinuousBackupsDescription } = await table.client.send(
      new DescribeContinuousBackupsCommand({ TableName: table.name }),
    );
    const recovery = ContinuousBackupsDescription?.PointInTimeRecoveryDescription;
    return recovery?.PointInTimeRecoveryStatus === 'ENABLED'
      ? ok(`on, back to ${recovery.EarliestRestorableDateTime?.toISOString() ?? 'its beginning'}`)
      : wrong('off', 'aws dynamodb update-continuous-backups (docs/operations.md, Restore, has the line).');
  },
};

const timeToLive: Check = {
  name: 'time to live',
  look: async ({ table }) => {
    const { TimeToLiveDescription: found } = await table.client.send(
      new DescribeTimeToLiveCommand({ TableName: table.name }),
    );
    const isOn = found?.TimeToLiveStatus === 'ENABLED' || found?.TimeToLiveStatus === 'ENABLING';
    return isOn && found.AttributeName === tableDefinition.timeToLive
      ? ok(`on, by ${found.AttributeName}`)
      : wrong(
          'off',
          'aws dynamodb update-time-to-live (docs/operations.md, Restore, has the line); expired items stay.',
        );
  },
};

export const tableChecks: readonly Check[] = [status, indexes, protection, recovery, timeToLive];
