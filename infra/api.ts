import { Aws, Duration, Fn } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import type { IDomainName } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  ApiMapping,
  CfnStage,
  CorsHttpMethod,
  DomainName,
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  IpAddressType,
  LogGroupLogDestination,
  PayloadFormatVersion,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { OperationName } from '../shared/api/contract.ts';
import { contract } from '../shared/api/contract.ts';
import {
  confirmationPageRoutes,
  confirmingRoutes,
  consoleRoutes,
  keyFileRoutes,
  linkPageRoutes,
  noOperationRoutes,
  withdrawalRoutes,
} from '../shared/api/other-routes.ts';
import { acknowledgePublicRoute, acknowledgeRoute } from './acknowledgements.ts';
import type { FunctionDefinition } from './function.ts';
import { createFunction } from './function.ts';
import { logAccess } from './log-access.ts';
import { gatewayQuota } from './option-values.ts';
import type { Options } from './options.ts';
import type { RegisterOptions } from './register-name.ts';
import { nameApi } from './register-name.ts';
import type { Stores } from './stores.ts';
import { allowAccess, allowKeyUse, removalPolicy } from './tables.ts';

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

/** Where the register is called: its domain, or else the endpoint of the API. */
export const addressOf = (api: HttpApi, { domainName }: Pick<Options, 'domainName'>): string =>
  domainName === undefined ? api.apiEndpoint : `https://${domainName}`;

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
 * Otherwise what leaves other operations some of the ten containers of a new AWS account: bcrypt fills three or four of
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
 * hundreds of milliseconds. So do the routes of the console, of the key file and those for no operation, which must not use up the rate of the operations.
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
    ...noOperationSettings,
    ...keyFileSettings,
    ...(options.console && consoleSettings),
    ...(options.personLinks && linkSettings),
    ...(options.mailFrom !== undefined && confirmationSettings),
  };
  stage.node.addDependency(...routes);
  if (domainName) new ApiMapping(scope, 'Mapping', { api: httpApi, domainName, stage });
};

/** A route that belongs to no operation. */
interface PublicRoute {
  readonly name: string;
  readonly method: keyof typeof HttpMethod;
  readonly path: string;
}

/** A function that answers requests for no operation, such as one for a page. */
interface PublicFunction
  extends Pick<FunctionDefinition, 'name' | 'description' | 'memorySize'>,
    Partial<Pick<FunctionDefinition, 'environment' | 'statements' | 'timeout'>> {
  readonly routes: readonly PublicRoute[];
  /** Why API Gateway checks no token on its routes. */
  readonly reason: string;
}

/** Such a function, and its routes. */
interface PublicParts {
  readonly handler: LambdaFunction;
  readonly routes: readonly HttpRoute[];
}

/** Creates such a function behind its routes. Its role can only write its own log, and do what its statements say. */
export const createPublicFunction = (
  scope: Construct,
  httpApi: HttpApi,
  { routes, reason, ...definition }: PublicFunction,
  options: RegisterOptions,
): PublicParts => {
  const handler = createFunction(
    scope,
    { timeout: Duration.seconds(10), environment: {}, statements: [], ...definition },
    options,
  );
  const integration = new HttpLambdaIntegration('Integration', handler, {
    payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
    timeout: Duration.seconds(29),
    scopePermissionToRoute: false,
  });
  const created = routes.map(({ name, method, path }) => {
    const route = new HttpRoute(scope, name, {
      httpApi,
      routeKey: HttpRouteKey.with(path, HttpMethod[method]),
      integration,
    });
    acknowledgePublicRoute(route, reason);
    return route;
  });
  return { handler, routes: created };
};

/** Settings of routes, by their keys. @param rate requests a second @param burst how many at once */
const limitRoutes = (routes: readonly PublicRoute[], rate: number, burst: number): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    routes.map(({ method, path }) => [`${method} ${path}`, { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst }]),
  );

/** Settings of its routes: on a first visit a browser requests up to six files at once, later only the page. */
const consoleSettings = limitRoutes(consoleRoutes, 20, 20);

/**
 * The function that serves the console from its own bundle, behind its routes. Its role can only write its own log
 * (docs/decisions.md#pages).
 */
export const createConsole = (scope: Construct, httpApi: HttpApi, options: RegisterOptions): readonly HttpRoute[] => {
  const { routes } = createPublicFunction(
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
  return routes;
};

/** Settings of its routes: a page that verifies asks once. */
const keyFileSettings = limitRoutes(keyFileRoutes, 10, 10);

/** The function that serves the key file, behind its routes. Its role can read that item alone. */
export const createKeyFile = (
  scope: Construct,
  httpApi: HttpApi,
  { key, log }: Pick<Stores, 'key' | 'log'>,
  options: RegisterOptions,
): PublicParts => {
  const access = logAccess.keyFile ?? [];
  return createPublicFunction(
    scope,
    httpApi,
    {
      name: 'keyFile',
      description: 'Serves the key file, which has the public keys of evidence',
      memorySize: 256,
      environment: { LOG_TABLE_NAME: log.table.tableName },
      statements: [...allowAccess(access, log.table), allowKeyUse(access, key, ['dynamodb'], options)],
      routes: keyFileRoutes,
      reason: 'Whoever has a document needs the public keys to verify it; they are the same for everybody.',
    },
    options,
  );
};

/**
 * Settings of the routes of links, each of its own, so that programs which open every link of a mailing keep nobody from
 * withdrawing. A withdrawal takes three seconds and more (docs/api.md, Links for people).
 */
const linkSettings = { ...limitRoutes(linkPageRoutes, 50, 100), ...limitRoutes(withdrawalRoutes, 20, 40) };

/**
 * Settings of the routes of mails. Fewer are asked for in a second than Amazon SES sends for a new account, so that it is the
 * caller who waits; and programs that open every link keep nobody from confirming.
 */
const confirmationSettings = {
  [`POST ${contract.requestConfirmation.path}`]: { ThrottlingRateLimit: 10, ThrottlingBurstLimit: 20 },
  ...limitRoutes(confirmationPageRoutes, 50, 100),
  ...limitRoutes(confirmingRoutes, 20, 40),
};

/** Settings of its routes: each allows five requests a second, one at a time. That is enough for lost callers. */
const noOperationSettings = limitRoutes(noOperationRoutes, 5, 1);

/**
 * The function that answers requests for no operation, behind its routes. Its role can only write its own log
 * (docs/decisions.md#paths-without-an-operation).
 */
export const createNoOperation = (
  scope: Construct,
  httpApi: HttpApi,
  options: RegisterOptions,
): readonly HttpRoute[] => {
  const { routes } = createPublicFunction(
    new Construct(scope, 'NoOperation'),
    httpApi,
    {
      name: 'noOperation',
      description: 'Answers requests for no operation with what to send, and explains problems',
      memorySize: 128,
      routes: noOperationRoutes,
      reason: 'Lost callers arrive on this route; it has nothing but explanations.',
    },
    options,
  );
  return routes;
};

/** The custom domain of the options, with its records in the hosted zone; undefined without. */
export const createDomain = (scope: Construct, options: Options): DomainName | undefined => {
  const { domainName, certificateArn, hostedZoneId, hostedZoneName } = options;
  if (!(domainName && certificateArn && hostedZoneId && hostedZoneName)) return undefined;
  const name = new DomainName(scope, 'Domain', {
    domainName,
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
    securityPolicy: SecurityPolicy.TLS_1_2,
    ipAddressType: IpAddressType.DUAL_STACK,
  });
  const zone = HostedZone.fromHostedZoneAttributes(scope, 'Zone', { hostedZoneId, zoneName: hostedZoneName });
  const target = RecordTarget.fromAlias(
    new ApiGatewayv2DomainProperties(name.regionalDomainName, name.regionalHostedZoneId),
  );
  new ARecord(scope, 'Address', { zone, recordName: domainName, target });
  new AaaaRecord(scope, 'AddressV6', { zone, recordName: domainName, target });
  return name;
};
