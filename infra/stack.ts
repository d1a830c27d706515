import type { App, CfnElement } from 'aws-cdk-lib';
import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import type { HttpApi, HttpRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import { DomainName, IpAddressType, SecurityPolicy } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import { CfnRotationSchedule, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { OperationName } from '../shared/contract.ts';
import { contract } from '../shared/contract.ts';
import type { OperationDefinition } from '../shared/operation-definition.ts';
import { stackOutputs, toStackName } from '../shared/stage.ts';
import type { Actor, ConstantActor, LogActor } from './actors.ts';
import { toResourceName } from './actors.ts';
import { addRoute, createApi, createStage } from './api.ts';
import { createAuditTrail } from './audit-trail.ts';
import { createBackups } from './backups.ts';
import { operations } from './code.ts';
import { createEncryptionKey } from './encryption-key.ts';
import { allowSigning, createEvidenceKey } from './evidence-key.ts';
import { createFunction } from './function.ts';
import { createFeeding } from './log/feeding.ts';
import { logAccess } from './log/log-access.ts';
import { createLogStores } from './log/log-stores.ts';
import { createPublishing } from './log/publishing.ts';
import type { Domain, Options } from './options.ts';
import { createConsole, createSignpost } from './public-routes.ts';
import { removalPolicy } from './removal.ts';
import type { Stores } from './stores.ts';
import { chooseErasuresTable, chooseTable, createErasuresTable, createTable } from './table.ts';
import { tableAccess } from './table-access.ts';
import { allowAccess, allowKeyUse } from './table-policy.ts';
import { createAlarms } from './watching/alarms.ts';
import { createBudget } from './watching/budget.ts';
import { createDashboard } from './watching/dashboard.ts';
import { createKeyCheck, createKeyNotice } from './watching/key-watch.ts';
import { createLogMetrics } from './watching/log-metrics.ts';
import { chooseTopic } from './watching/topic.ts';

/** The consent register as one stack for each stage. */
export class ConsentRegisterStack extends Stack {
  constructor(app: App, options: Options) {
    super(app, toStackName(options.stage), {
      description: 'Consent register: records, finds and revokes consents over one table',
      env: { region: options.region, ...(options.account !== undefined && { account: options.account }) },
      terminationProtection: options.retainData,
      tags: { application: 'consent-register', stage: options.stage },
    });
    const key = createEncryptionKey(this, options);
    const table = chooseTable(this, createTable(this, key, options), options);
    const erasures = chooseErasuresTable(this, createErasuresTable(this, key, options), options);
    const signingKey = createSigningKey(this, key, options.retainData);
    const evidenceKey = createEvidenceKey(this, options);
    const api = createApi(this, options);
    const log = options.log ? createLogStores(this, key, options) : undefined;
    const stores = { table, signingKey, evidenceKey, key, log };
    const { functions, routes } = createFunctions(this, api, stores, options);
    const signpost = createSignpost(this, api, options);
    const pages = options.console ? createConsole(this, api, options) : [];
    const accessLog = createStage(
      this,
      api,
      [...routes, ...signpost, ...pages],
      options.domain && createDomain(this, options.domain),
      options,
    );
    createLogMetrics(new Construct(this, 'GatewayMetrics'), 'gateway', accessLog, options);
    const watched = { options, api, table, functions, log };
    const topic = chooseTopic(this, options);
    const alarms = createAlarms(this, watched, topic);
    createKeyNotice(this, stores, topic, options);
    const tables = [table, erasures, ...(log ? [log.table] : [])];
    if (options.backupDays !== undefined) {
      const tableArns = tables.map(({ tableArn }) => tableArn);
      createBackups(this, { tableArns, key, topic }, options.backupDays, options);
    }
    if (options.monthlyBudgetDollars !== undefined) createBudget(this, topic, options.monthlyBudgetDollars);
    if (options.auditTrail) {
      const names = tables.map(({ tableName }) => tableName);
      createAuditTrail(this, { tables: names, anchors: log?.anchors, functions: Object.values(functions) }, options);
    }
    const apiUrl = options.domain ? `https://${options.domain.domainName}` : api.apiEndpoint;
    new CfnOutput(this, stackOutputs.apiUrl, { value: apiUrl });
    if (options.console) new CfnOutput(this, stackOutputs.consoleUrl, { value: `${apiUrl}/console` });
    new CfnOutput(this, stackOutputs.tableName, { value: table.tableName });
    new CfnOutput(this, stackOutputs.erasuresTableName, { value: erasures.tableName });
    if (log) new CfnOutput(this, stackOutputs.logTableName, { value: log.table.tableName });
    if (log && options.logName !== undefined) new CfnOutput(this, stackOutputs.logName, { value: options.logName });
    if (log) new CfnOutput(this, stackOutputs.anchorBucket, { value: log.anchors.bucketName });
    new CfnOutput(this, stackOutputs.signingKeySecret, { value: signingKey.secretArn });
    new CfnOutput(this, stackOutputs.evidenceKey, { value: evidenceKey.keyArn });
    if (log && options.events) {
      new CfnOutput(this, stackOutputs.eventBus, { value: log.bus.eventBusName });
      new CfnOutput(this, stackOutputs.encryptionKey, { value: key.keyArn });
    }
    if (options.alarmEmail !== undefined || options.alarmTopicArn !== undefined) {
      new CfnOutput(this, stackOutputs.alarmTopic, { value: topic.topicArn });
    }
    if (options.watching === 'full') {
      const { dashboardName } = createDashboard(this, watched, alarms);
      new CfnOutput(this, stackOutputs.dashboardName, { value: dashboardName });
    }
  }

  /** The path in the tree without CDK's hash, as in LoginFunction. CDK refuses to synthesise two equal paths. */
  protected override allocateLogicalId({ node }: CfnElement): string {
    const names = node.scopes.slice(this.node.scopes.length).map((scope) => scope.node.id);
    return names
      .filter((name) => name !== 'Resource')
      .join('')
      .replace(/[^A-Za-z0-9]/g, '');
  }
}

/** The secret with the private signing key. Until its first rotation it holds a random text, which cannot sign. */
const createSigningKey = (scope: Construct, encryptionKey: IKey, retainData: boolean): Secret =>
  new Secret(scope, 'SigningKey', {
    description: 'Private key that signs access tokens (ES256), with its name',
    encryptionKey,
    removalPolicy: removalPolicy(retainData),
  });

const allowReadingSecret = ({ secretArn }: Secret): PolicyStatement =>
  new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [secretArn] });

const allowRotatingSecret = ({ secretArn }: Secret): PolicyStatement =>
  new PolicyStatement({
    actions: ['GetSecretValue', 'PutSecretValue', 'DescribeSecret', 'UpdateSecretVersionStage'].map(
      (action) => `secretsmanager:${action}`,
    ),
    resources: [secretArn],
  });

/**
 * The job that creates the key pair, and its schedule. Secrets Manager runs a new schedule at once, which gives
 * the first deployment its first key pair (docs/decisions/functions.md#signing-key).
 */
const createKeyRotation = (scope: Construct, { table, signingKey, key }: Stores, options: Options): LambdaFunction => {
  const job = createFunction(
    scope,
    {
      name: 'rotateSigningKey',
      description: 'Creates and publishes signing keys for Secrets Manager',
      memorySize: options.memoryMegabytes,
      timeout: Duration.minutes(1),
      environment: { TABLE_NAME: table.tableName, SIGNING_KEY_SECRET: signingKey.secretArn },
      statements: [
        ...allowAccess(tableAccess.rotateSigningKey, table),
        allowKeyUse(tableAccess.rotateSigningKey, key, ['dynamodb', 'secretsmanager'], options),
        allowRotatingSecret(signingKey),
      ],
    },
    options,
  );
  job.addPermission('Invocation', {
    principal: new ServicePrincipal('secretsmanager.amazonaws.com'),
    sourceAccount: job.stack.account,
  });
  const schedule = new CfnRotationSchedule(scope, 'Schedule', {
    secretId: signingKey.secretArn,
    rotationLambdaArn: job.functionArn,
    rotationRules: { automaticallyAfterDays: options.signingKeyRotationDays },
    rotateImmediatelyOnUpdate: true,
  });
  schedule.node.addDependency(job);
  return job;
};

/** The functions of a stage; those of the log only when it is on. */
type Functions = Readonly<Record<ConstantActor, LambdaFunction> & Partial<Record<LogActor, LambdaFunction>>>;

/** Everything that runs: the function of each operation behind its route, and the jobs, with the metrics of their logs. */
const createFunctions = (
  scope: Construct,
  api: HttpApi,
  stores: Stores,
  options: Options,
): { readonly functions: Functions; readonly routes: readonly HttpRoute[] } => {
  const partsOf = (actor: Actor): Construct => new Construct(scope, toResourceName(actor));
  const routes: HttpRoute[] = [];
  const createOperation = (operation: OperationName): LambdaFunction => {
    const parts = partsOf(operation);
    const handler = createOperationFunction(parts, operation, stores, options);
    routes.push(addRoute(parts, api, operation, handler));
    return handler;
  };
  const functions = {
    ...(Object.fromEntries(operations.map((name) => [name, createOperation(name)])) as Record<
      OperationName,
      LambdaFunction
    >),
    rotateSigningKey: createKeyRotation(partsOf('rotateSigningKey'), stores, options),
    checkKeys: createKeyCheck(partsOf('checkKeys'), stores, options),
    ...(stores.log && {
      feedLog: createFeeding(partsOf('feedLog'), stores, stores.log, options),
      publishCheckpoint: createPublishing(partsOf('publishCheckpoint'), stores, stores.log, options),
    }),
  };
  for (const [actor, { logGroup }] of Object.entries(functions) as [Actor, LambdaFunction][]) {
    createLogMetrics(new Construct(scope, `${toResourceName(actor)}Metrics`), actor, logGroup, options);
  }
  return { functions, routes };
};

/** The SDK's default endpoint. It is set explicitly because SAM replaces only variables that a template has. */
const endpointOf = (service: string, scope: Construct): string => {
  const { region, urlSuffix } = Stack.of(scope);
  return `https://${service}.${region}.${urlSuffix}`;
};

/** The function of an operation. Its role allows only what the operation needs. */
const createOperationFunction = (
  scope: Construct,
  operation: OperationName,
  { table, signingKey, evidenceKey, key, log }: Stores,
  options: Options,
): LambdaFunction => {
  const { path, signs, attests }: OperationDefinition = contract[operation];
  const issuesTokens = signs === true;
  const access = tableAccess[operation];
  const ofLog = (log && logAccess[operation]) ?? [];
  return createFunction(
    scope,
    {
      name: operation,
      description: `POST ${path}`,
      memorySize: memorySize(operation, options),
      timeout: Duration.seconds(28),
      environment: {
        TABLE_NAME: table.tableName,
        AWS_ENDPOINT_URL_DYNAMODB: endpointOf('dynamodb', scope),
        ...(options.allowedAddresses && { ALLOWED_ADDRESSES: options.allowedAddresses.join(',') }),
        ...(issuesTokens && {
          SIGNING_KEY_SECRET: signingKey.secretArn,
          AWS_ENDPOINT_URL_SECRETS_MANAGER: endpointOf('secretsmanager', scope),
          ACCESS_TOKEN_SECONDS: String(options.accessTokenSeconds),
          REFRESH_TOKEN_SECONDS: String(options.refreshTokenSeconds),
        }),
        ...(attests && {
          EVIDENCE_KEY: evidenceKey.keyArn,
          STAGE: options.stage,
          AWS_ENDPOINT_URL_KMS: endpointOf('kms', scope),
        }),
        ...(log && ofLog.length > 0 && { LOG_TABLE_NAME: log.table.tableName }),
      },
      statements: [
        ...allowAccess(access, table),
        ...(log ? allowAccess(ofLog, log.table) : []),
        allowKeyUse([...access, ...ofLog], key, ['dynamodb', ...(issuesTokens ? ['secretsmanager'] : [])], options),
        ...(issuesTokens ? [allowReadingSecret(signingKey)] : []),
        ...(attests ? allowSigning(evidenceKey) : []),
      ],
      reservedConcurrency: operation === 'login' ? options.loginConcurrency : undefined,
    },
    options,
  );
};

/** The custom domain, with its records in the hosted zone. */
const createDomain = (scope: Construct, domain: Domain): DomainName => {
  const { domainName, certificateArn, hostedZoneId, hostedZoneName } = domain;
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

/**
 * Megabytes of memory, in proportion to which Lambda gives CPU. A login computes one bcrypt, as fast as the CPU: its default of 1,769 is one full CPU.
 * The others wait for DynamoDB and compute for about a millisecond. Only loading them takes long: twice
 * the memory halves that time at the same price. Their default of 512 keeps cold starts short and costs little.
 */
export const memorySize = (
  operation: OperationName,
  { memoryMegabytes, loginMemoryMegabytes }: Pick<Options, 'memoryMegabytes' | 'loginMemoryMegabytes'>,
): number => (operation === 'login' ? loginMemoryMegabytes : memoryMegabytes);
