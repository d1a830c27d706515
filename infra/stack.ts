import type { App, CfnElement } from 'aws-cdk-lib';
import { CfnOutput, Stack } from 'aws-cdk-lib';
import { stackOutputs, toStackName } from '../shared/stage.ts';
import { createApi, createStage } from './api.ts';
import { createConsole } from './console.ts';
import { createDomain } from './domain.ts';
import { createKey } from './encryption.ts';
import { createEvidenceKey } from './evidence-key.ts';
import { createFunctions } from './functions.ts';
import { createLogStores } from './log/log-stores.ts';
import type { Options } from './options.ts';
import { createSigningKey } from './signing-key-secret.ts';
import { createSignpost } from './signpost.ts';
import { chooseTable, createErasuresTable, createTable } from './table.ts';
import { createDashboard } from './watching/dashboard.ts';
import { createAlarms } from './watching/raised-alarms.ts';
import { createTopic } from './watching/topic.ts';

/** The consent register as one stack for each stage. */
export class ConsentRegisterStack extends Stack {
  constructor(app: App, options: Options) {
    super(app, toStackName(options.stage), {
      description: 'Consent register: records, finds and revokes consents over one table',
      env: { region: options.region },
      terminationProtection: options.retainData,
      tags: { application: 'consent-register', stage: options.stage },
    });
    const key = createKey(this, options);
    const table = chooseTable(this, createTable(this, key, options), options);
    const erasures = createErasuresTable(this, key, options);
    const signingKey = createSigningKey(this, key, options.retainData);
    const evidenceKey = createEvidenceKey(this, options);
    const api = createApi(this, options);
    const log = options.log ? createLogStores(this, key, options) : undefined;
    const stores = { table, signingKey, evidenceKey, key, log };
    const { functions, routes } = createFunctions(this, api, stores, options);
    const signpost = createSignpost(this, api, options);
    const pages = options.console ? createConsole(this, api, options) : [];
    createStage(
      this,
      api,
      [...routes, ...signpost, ...pages],
      options.domain && createDomain(this, options.domain),
      options,
    );
    const watched = { options, api, table, functions, log };
    const alarms = createAlarms(this, watched, createTopic(this, options.alarmEmail));
    const apiUrl = options.domain ? `https://${options.domain.domainName}` : api.apiEndpoint;
    new CfnOutput(this, stackOutputs.apiUrl, { value: apiUrl });
    if (options.console) new CfnOutput(this, stackOutputs.consoleUrl, { value: `${apiUrl}/console` });
    new CfnOutput(this, stackOutputs.tableName, { value: table.tableName });
    new CfnOutput(this, stackOutputs.erasuresTableName, {
      value: options.existingErasuresTable ?? erasures.tableName,
    });
    if (log) new CfnOutput(this, stackOutputs.logTableName, { value: log.table.tableName });
    if (log && options.logName !== undefined) new CfnOutput(this, stackOutputs.logName, { value: options.logName });
    if (log) new CfnOutput(this, stackOutputs.anchorBucket, { value: log.anchors.bucketName });
    new CfnOutput(this, stackOutputs.signingKeySecret, { value: signingKey.secretArn });
    new CfnOutput(this, stackOutputs.evidenceKey, { value: evidenceKey.keyArn });
    if (log && options.events) {
      new CfnOutput(this, stackOutputs.eventBus, { value: log.bus.eventBusName });
      new CfnOutput(this, stackOutputs.encryptionKey, { value: key.keyArn });
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
