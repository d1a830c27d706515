import type { HttpApi, HttpRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { OperationName } from '../shared/contract.ts';
import { contract } from '../shared/contract.ts';
import type { Actor, ConstantActor, LogActor } from './actors.ts';
import { addRoute } from './api.ts';
import { createFeeding } from './log/feeding.ts';
import { createPublishing } from './log/publishing.ts';
import { createOperationFunction } from './operation-function.ts';
import type { Options } from './options.ts';
import { createKeyRotation } from './signing-key-secret.ts';
import type { Stores } from './stores.ts';
import { createLogMetrics } from './watching/log-metrics.ts';

const capitalise = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The functions of a stage; those of the log only when it is on. */
type Functions = Readonly<Record<ConstantActor, LambdaFunction> & Partial<Record<LogActor, LambdaFunction>>>;

/** Everything that runs: the function of each operation behind its route, and the jobs, with the metrics of their logs. */
export const createFunctions = (
  scope: Construct,
  api: HttpApi,
  stores: Stores,
  options: Options,
): { readonly functions: Functions; readonly routes: readonly HttpRoute[] } => {
  const partsOf = (actor: Actor): Construct => new Construct(scope, capitalise(actor));
  const routes: HttpRoute[] = [];
  const createOperation = (operation: OperationName): LambdaFunction => {
    const parts = partsOf(operation);
    const handler = createOperationFunction(parts, operation, stores, options);
    routes.push(addRoute(parts, api, operation, handler));
    return handler;
  };
  const operations = Object.keys(contract) as OperationName[];
  const functions = {
    ...(Object.fromEntries(operations.map((name) => [name, createOperation(name)])) as Record<
      OperationName,
      LambdaFunction
    >),
    rotateSigningKey: createKeyRotation(partsOf('rotateSigningKey'), stores, options),
    ...(stores.log && {
      feedLog: createFeeding(partsOf('feedLog'), stores, stores.log, options),
      publishCheckpoint: createPublishing(partsOf('publishCheckpoint'), stores, stores.log, options),
    }),
  };
  for (const [actor, { logGroup }] of Object.entries(functions)) {
    createLogMetrics(new Construct(scope, `${capitalise(actor)}Metrics`), actor as Actor, logGroup, options);
  }
  return { functions, routes };
};
