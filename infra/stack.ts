import type { App, CfnElement } from 'aws-cdk-lib';
import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { HttpRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import type { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
import { Construct } from 'constructs';
import type { OperationName } from '../shared/contract.ts';
import { contract } from '../shared/contract.ts';
import { addRoute, createApi, createStage } from './api.ts';
import { createDomain } from './domain.ts';
import { createKey } from './encryption.ts';
import { createOperationFunction } from './operation-function.ts';
import type { Options } from './options.ts';
import { createKeyRotation, createSigningKey } from './signing-key.ts';
import { chooseTable, createTable } from './table.ts';
import type { Actor } from './table-access.ts';
import { createAlarms } from './watching/alarms.ts';
import { createDashboard } from './watching/dashboard.ts';
import { createLogMetrics } from './watching/log-metrics.ts';
import { createTopic } from './watching/topic.ts';

const capitalise = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Everything the consent register consists of: one stack for each stage. */
export class ConsentRegisterStack extends Stack {
  constructor(app: App, options: Options) {
    super(app, `ConsentRegister-${options.stage}`, {
      description: 'Consent register: records, finds and revokes consents over one table',
      env: { region: options.region },
      terminationProtection: options.retainData,
      tags: { application: 'consent-register', stage: options.stage },
    });
    const key = createKey(this, options.retainData);
    const table = chooseTable(this, createTable(this, key, options), options);
    const signingKey = createSigningKey(this, key, options.retainData);
    const api = createApi(this, options);
    const routes: HttpRoute[] = [];
    const operations = (Object.keys(contract) as OperationName[]).map((operation): [OperationName, NodejsFunction] => {
      const parts = new Construct(this, capitalise(operation));
      const handler = createOperationFunction(parts, operation, { table, signingKey, key }, options);
      routes.push(addRoute(parts, api, operation, handler));
      return [operation, handler];
    });
    const job = createKeyRotation(new Construct(this, 'RotateSigningKey'), { table, signingKey, key }, options);
    const domain = options.domain && createDomain(this, options.domain);
    createStage(this, api, routes, domain, options);
    const functions = Object.fromEntries([...operations, ['rotateSigningKey', job]]) as Record<Actor, NodejsFunction>;
    for (const [actor, handler] of Object.entries(functions)) {
      createLogMetrics(
        new Construct(this, `${capitalise(actor)}Metrics`),
        actor as Actor,
        handler.logGroup,
        options.stage,
      );
    }
    const watched = { options, api, table, functions };
    const alarms = createAlarms(this, watched, createTopic(this, key, options.alarmEmail));
    const dashboard = createDashboard(this, watched, alarms);
    new CfnOutput(this, 'ApiUrl', { value: options.domain ? `https://${options.domain.domainName}` : api.apiEndpoint });
    new CfnOutput(this, 'TableName', { value: table.tableName });
    new CfnOutput(this, 'SigningKeySecret', { value: signingKey.secretArn });
    new CfnOutput(this, 'DashboardName', { value: dashboard.dashboardName });
  }

  /** The path in the tree without CDK's hash, as in LoginFunction. CDK refuses to synthesise two that are the same. */
  protected override allocateLogicalId({ node }: CfnElement): string {
    const names = node.scopes.slice(this.node.scopes.length).map((scope) => scope.node.id);
    return names
      .filter((name) => name !== 'Resource')
      .join('')
      .replace(/[^A-Za-z0-9]/g, '');
  }
}
