import { Aws, Duration, Fn } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import type { IDomainName } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  ApiMapping,
  CfnStage,
  CorsHttpMethod,
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  IpAddressType,
  LogGroupLogDestination,
  PayloadFormatVersion,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { OperationName } from '../shared/contract.ts';
import { contract } from '../shared/contract.ts';
import { acknowledgeRoute } from './acknowledgements.ts';
import { consoleSettings } from './console.ts';
import type { Options } from './options.ts';
import { removalPolicy } from './removal.ts';
import { signpostSettings } from './signpost.ts';

/** Browsers may call from these origins only, and from none unless some are given. */
const allowOrigins = (origins: readonly string[]) => ({
  allowOrigins: [...origins],
  allowMethods: [CorsHttpMethod.POST],
  allowHeaders: ['authorization', 'content-type', 'idempotency-key'],
  exposeHeaders: ['retry-after', 'idempotent-replayed'],
  maxAge: Duration.hours(1),
});

export const createApi = (scope: Construct, { stage, corsOrigins, domain }: Options): HttpApi =>
  new HttpApi(scope, 'Api', {
    apiName: `consent-register-${stage}`,
    createDefaultStage: false,
    disableExecuteApiEndpoint: domain !== undefined,
    ipAddressType: IpAddressType.DUAL_STACK,
    ...(corsOrigins.length > 0 && { corsPreflight: allowOrigins(corsOrigins) }),
  });

/** Routes POST on the operation's path, and no other method, to its function. */
export const addRoute = (
  scope: Construct,
  httpApi: HttpApi,
  operation: OperationName,
  handler: IFunction,
): HttpRoute => {
  const route = new HttpRoute(scope, 'Route', {
    httpApi,
    routeKey: HttpRouteKey.with(contract[operation].path, HttpMethod.POST),
    integration: new HttpLambdaIntegration('Integration', handler, {
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
      timeout: Duration.seconds(29),
    }),
  });
  acknowledgeRoute(route, operation);
  return route;
};

/** What is logged of each request: nothing of who sent it or what it said. */
const accessLogFields = {
  requestId: '$context.requestId',
  routeKey: '$context.routeKey',
  status: '$context.status',
  responseBytes: '$context.responseLength',
  milliseconds: '$context.responseLatency',
  integrationMilliseconds: '$context.integrationLatency',
  integrationStatus: '$context.integrationStatus',
  gatewayError: '$context.error.responseType',
} as const;

/**
 * AWS writes to a log whose name begins so without an entry for it in a policy of the account, which has 5,120 characters for
 * all its stages (CloudWatch Logs, "Enable logging from AWS services"). The id of the stack is another one whenever the
 * stage is made anew, so the log of an earlier one is never in the way.
 */
const accessLogName = (stage: string): string =>
  `/aws/vendedlogs/consent-register-${stage}/${Fn.select(2, Fn.split('/', Aws.STACK_ID))}`;

/**
 * The stage that serves the routes. `/login` has a rate of its own, since one call of it takes hundreds of milliseconds. So
 * have the routes of the signpost and of the console, which shall take nothing from the operations.
 *
 * @param routes must be there before the stage, whose settings name some of them
 */
export const createStage = (
  scope: Construct,
  httpApi: HttpApi,
  routes: readonly HttpRoute[],
  domainName: IDomainName | undefined,
  options: Options,
): void => {
  const logs = new LogGroup(scope, 'AccessLogs', {
    logGroupName: accessLogName(options.stage),
    retention: options.logRetentionDays,
    removalPolicy: removalPolicy(options.retainData),
  });
  const stage = new HttpStage(scope, 'Stage', {
    httpApi,
    stageName: '$default',
    autoDeploy: true,
    throttle: { rateLimit: options.requestsPerSecond, burstLimit: options.requestBurst },
    accessLogSettings: {
      destination: new LogGroupLogDestination(logs),
      format: AccessLogFormat.custom(JSON.stringify(accessLogFields)),
    },
  });
  const resource = stage.node.defaultChild;
  if (!(resource instanceof CfnStage)) throw new Error('The stage is not a CloudFormation stage.');
  resource.routeSettings = {
    [`POST ${contract.login.path}`]: {
      ThrottlingRateLimit: options.loginsPerSecond,
      ThrottlingBurstLimit: options.loginBurst,
    },
    ...signpostSettings,
    ...(options.console && consoleSettings),
  };
  stage.node.addDependency(...routes);
  if (domainName) new ApiMapping(scope, 'Mapping', { api: httpApi, domainName, stage });
};
