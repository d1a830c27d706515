import type { HttpApi, HttpRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import { Construct } from 'constructs';
import { consoleRoutes } from '../shared/console.ts';
import type { Options } from './options.ts';
import { createPublicFunction, limitRoutes } from './public-routes.ts';

/** Settings of its routes: on a first visit a browser requests up to six files at once, later only the page. */
export const consoleSettings = limitRoutes(consoleRoutes, 20, 20);

/**
 * The function that serves the console from its own bundle, behind its routes. Its role can only write its own log
 * (docs/decisions/pages.md#console).
 */
export const createConsole = (scope: Construct, httpApi: HttpApi, options: Options): readonly HttpRoute[] =>
  createPublicFunction(
    new Construct(scope, 'Console'),
    httpApi,
    {
      name: 'console',
      description: 'Serves the files of the console',
      memorySize: 256,
      routes: consoleRoutes,
      reason: 'People load the console to sign in; it has only files that are the same for everybody.',
    },
    options,
  );
