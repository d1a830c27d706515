import type { HttpApi, HttpRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import { Construct } from 'constructs';
import { signpostRoutes } from '../shared/signpost.ts';
import type { Options } from './options.ts';
import { createPublicFunction, limitRoutes } from './public-routes.ts';

/** Settings of its routes: each allows five requests a second, one at a time. That is enough for lost callers. */
export const signpostSettings = limitRoutes(signpostRoutes, 5, 1);

/**
 * The function that answers requests for no operation, behind its routes. Its role can only write its own log
 * (docs/decisions/functions.md#paths-without-an-operation).
 */
export const createSignpost = (scope: Construct, httpApi: HttpApi, options: Options): readonly HttpRoute[] =>
  createPublicFunction(
    new Construct(scope, 'Signpost'),
    httpApi,
    {
      name: 'signpost',
      description: 'Answers requests for no operation with what to send, and explains problems',
      memorySize: 128,
      routes: signpostRoutes,
      reason: 'Lost callers arrive on this route; it has nothing but explanations.',
    },
    options,
  );
