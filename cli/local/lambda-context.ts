import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';

/** The context that Lambda would give a function with this name. */
export const newLambdaContext = (functionName: string): Context => ({
  callbackWaitsForEmptyEventLoop: true,
  functionName,
  functionVersion: '$LATEST',
  invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${functionName}`,
  memoryLimitInMB: '1024',
  awsRequestId: randomUUID(),
  logGroupName: `/aws/lambda/${functionName}`,
  logStreamName: 'local',
  getRemainingTimeInMillis: () => 28_000,
  done: () => {},
  fail: () => {},
  succeed: () => {},
});
