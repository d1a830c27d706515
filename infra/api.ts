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
import type { OperationName } from '../shared/api/contract.ts';
import { contract } from '../shared/api/contract.ts';
import { acknowledgeRoute } from './acknowledgements.ts';
import type { Options } from './options.ts';
import { consoleSettings, signpostSettings } from './public-routes.ts';
import { gatewayQuota } from './regions.ts';
import type { RegisterOptions } from './register-name.ts';
import { nameApi } from './register-name.ts';
import { removalPolicy } from './removal.ts';

/** Browsers may call from these origins only; without any, browsers may not call. */
const allowOrigins = (origins: readonly string[]) => ({
  allowOrigins: [...origins],
  allowMethods: [CorsHttpMethod.POST],
  allowHeaders: ['authorization', 'content-type', 'idempotency-key'],
  exposeHeaders: ['retry-after', 'idempotent-replayed'],
  maxAge: Duration.hours(1),
});

export const createApi = (scope: Construct, { name, corsOrigins, domainName }: RegisterOptions): HttpApi =>
  new HttpApi(scope, 'Api', {
    apiName: nameApi(name),
    createDefaultStage: false,
    disableExecuteApiEndpoint: domainName !== undefined,
    ipAddressType: IpAddressType.DUAL_STACK,
    ...(corsOrigins.length > 0 && { corsPreflight: allowOrigins(corsOrigins) }),
  });

/** Routes POST on the operation's path to its function, and no other method. */
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

/** The access log's fields: nothing about the sender or the content of a request. */
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
 * AWS writes to a log with this prefix without an entry in a policy of the account, which has 5,120 characters for
 * all its stages (CloudWatch Logs, "Enable logging from AWS services"). A recreated stage has another stack id, so
 * the log of an earlier stage never conflicts.
 */
const accessLogName = (name: string): string =>
  `/aws/vendedlogs/${nameApi(name)}/${Fn.select(2, Fn.split('/', Aws.STACK_ID))}`;

/** Requests a second that Lambda allows for each container (Lambda quotas, "requests per second"). */
const requestsPerContainer = 10;

/**
 * What the API accepts in a second, and at once. Of logins with reserved containers: what these and the account take.
 * Otherwise what leaves room for other operations in the ten containers of a new AWS account: bcrypt fills three or four of
 * them, a burst five more.
 */
export const limitRequests = ({
  region,
  requestsPerSecond,
  loginConcurrency,
  loginsPerSecond: logins,
}: Pick<Options, 'region' | 'requestsPerSecond' | 'loginConcurrency' | 'loginsPerSecond'>) => {
  const { rate, burst } = gatewayQuota(region);
  const ofContainers = loginConcurrency * requestsPerContainer;
  const loginsPerSecond = logins ?? Math.min(ofContainers || 10, rate);
  return {
    requestsPerSecond,
    requestBurst: Math.min(2 * requestsPerSecond, burst),
    loginsPerSecond,
    loginBurst: Math.min(ofContainers || Math.ceil(loginsPerSecond / 2), burst),
  };
};

/**
 * The API stage that serves the routes, with its access log. `/login` and `/password` have a rate, each its own, because a bcrypt takes
 * hundreds of milliseconds. So do the routes of the signpost and the console, which must not use up the rate of the operations.
 *
 * @param routes must exist before the stage, because its settings name some of them
 */
export const createStage = (
  scope: Construct,
  httpApi: HttpApi,
  routes: readonly HttpRoute[],
  domainName: IDomainName | undefined,
  options: RegisterOptions,
): void => {
  const limits = limitRequests(options);
  const logs = new LogGroup(scope, 'AccessLogs', {
    logGroupName: accessLogName(options.name),
    retention: options.logRetentionDays,
    removalPolicy: removalPolicy(options.retainData),
  });
  const stage = new HttpStage(scope, 'Stage', {
    httpApi,
    stageName: '$default',
    autoDeploy: true,
    throttle: { rateLimit: limits.requestsPerSecond, burstLimit: limits.requestBurst },
    accessLogSettings: {
      destination: new LogGroupLogDestination(logs),
      format: AccessLogFormat.custom(JSON.stringify(accessLogFields)),
    },
  });
  const resource = stage.node.defaultChild;
  if (!(resource instanceof CfnStage)) throw new Error('The stage is not a CloudFormation stage.');
  const bcryptSettings = { ThrottlingRateLimit: limits.loginsPerSecond, ThrottlingBurstLimit: limits.loginBurst };
  resource.routeSettings = {
    [`POST ${contract.login.path}`]: bcryptSettings,
    [`POST ${contract.changePassword.path}`]: bcryptSettings,
    ...signpostSettings,
    ...(options.console && consoleSettings),
  };
  stage.node.addDependency(...routes);
  if (domainName) new ApiMapping(scope, 'Mapping', { api: httpApi, domainName, stage });
};
