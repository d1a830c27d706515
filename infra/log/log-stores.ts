import { EventBus } from 'aws-cdk-lib/aws-events';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { toStackName } from '../../shared/stage.ts';
import type { Options } from '../options.ts';
import type { UsedTable } from '../table.ts';
import { createAddresses } from './addresses.ts';
import { createAnchors } from './anchors.ts';
import { createFailureQueue } from './failure-queue.ts';
import { createLogTable } from './log-table.ts';

/** Where the log is kept, and where its news go. */
export interface LogStores {
  readonly table: UsedTable;
  readonly anchors: Bucket;
  readonly bus: EventBus;
  /** Stream positions that feeding gave up. */
  readonly failures: Queue;
  /** Events that the bus could not deliver; undefined without destinations. */
  readonly undelivered: Queue | undefined;
}

export const createLogStores = (scope: Construct, key: IKey, options: Options): LogStores => {
  const bus = new EventBus(scope, 'EventBus', {
    eventBusName: toStackName(options.stage),
    description: 'Consent register: checkpoints of the log, and consent events where they are on',
  });
  return {
    table: createLogTable(scope, key, options),
    anchors: createAnchors(scope, options),
    bus,
    failures: createFailureQueue(scope, 'LogFailures'),
    undelivered: createAddresses(scope, bus, options),
  };
};
