import { Aws, Stack, Tags } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { EventBus } from 'aws-cdk-lib/aws-events';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { registerFlags } from './acknowledgements.ts';
import { addressOf, createApi, createConsole, createDomain, createNoOperation, createStage } from './api.ts';
import { createBackups } from './backups.ts';
import type { FunctionName } from './code.ts';
import { findCode } from './code.ts';
import { createFunctions } from './functions.ts';
import { createEncryptionKey, createEvidenceKey, createKeyNotice, createLinkSecret, createSigningKey } from './keys.ts';
import type { Options } from './options.ts';
import { WrongOption } from './options.ts';
import type { Placement, RegisterOptions } from './register-name.ts';
import { addOutput, nameRegister, outputPrefix, registerTag } from './register-name.ts';
import { createLogStores } from './stores.ts';
import { chooseErasuresTable, chooseTable, createErasuresTable, createTable } from './tables.ts';
import { chooseTopic, createAlarms } from './watching.ts';

/** The options with the rest. They are inherited: what the observer of options sees as read is used. */
const addPlacement = (options: Options, { name, codeOf }: Placement): RegisterOptions =>
  Object.create(options, { name: { value: name }, codeOf: { value: codeOf } });

/** CDK publishes the folder of the function when it deploys. */
const bundleAsAsset = (name: FunctionName): Code => Code.fromAsset(findCode(name));

const setFlags = ({ node }: Construct): void => {
  for (const [flag, value] of Object.entries(registerFlags)) node.setContext(flag, value);
};

/** Each stack -> its registers, by stage. */
const registersOf = new WeakMap<Stack, Map<string, Construct>>();

/** Refuses what commands could not distinguish in the outputs of a stack: two registers of a stage, or of one prefix. */
const refuseDouble = (register: Construct, stage: string): void => {
  const stack = Stack.of(register);
  const others = registersOf.get(stack) ?? new Map<string, Construct>();
  registersOf.set(stack, others);
  const sibling = others.get(stage);
  const { path } = register.node;
  if (sibling) {
    throw new WrongOption(
      `${path}: The stack has a register of the stage ${stage} already, ${sibling.node.path}. Give one of them another stage, or a stack of its own.`,
    );
  }
  const alike = [...others.values()].find((other) => outputPrefix(other) === outputPrefix(register));
  if (alike) {
    throw new WrongOption(
      `${path}: Its outputs would have the names of those of ${alike.node.path}. Give one of them another id.`,
    );
  }
  others.set(stage, register);
};

/** A consent register with complete options, in whichever stack. */
export class Register extends Construct {
  /** The API of the register. */
  readonly api: HttpApi;
  /** Where the register is called: its domain, or else the endpoint of the API. */
  readonly apiUrl: string;
  /** The table in use. Its items are evidence: reading them beside the register is safe, writing is not. */
  readonly table: ITableV2;
  /** The table of the log in use. */
  readonly logTable: ITableV2;
  /** The table in use of what was erased, without which a backup of the others restores erased people. */
  readonly erasuresTable: ITableV2;
  /** The bucket of anchored checkpoints, under Object Lock. */
  readonly anchors: Bucket;
  /** The bus of checkpoints and, with the option `events`, of consent events. */
  readonly bus: EventBus;
  /** The topic that gets the alarms: the one of the option, or the register's own. */
  readonly alarmTopic: ITopic;

  /** @param placement what the stack decides in another way than usual */
  constructor(scope: Construct, id: string, given: Options, placement: Partial<Placement> = {}) {
    super(scope, id);
    setFlags(this);
    refuseDouble(this, given.stage);
    const options = addPlacement(given, { name: nameRegister(this), codeOf: bundleAsAsset, ...placement });
    const key = createEncryptionKey(this, options);
    const table = chooseTable(this, createTable(this, key, options), key, options);
    const erasures = chooseErasuresTable(this, createErasuresTable(this, key, options), options);
    const signingKey = createSigningKey(this, key, options.retainData);
    const evidenceKey = createEvidenceKey(this, options);
    for (const each of [signingKey, evidenceKey, key])
      Tags.of(each).add(registerTag.key, registerTag.of(Aws.STACK_NAME, options.stage));
    const api = createApi(this, options);
    const log = createLogStores(this, key, options);
    const linkSecret = options.personLinks ? createLinkSecret(this, key, options) : undefined;
    const stores = { table, signingKey, evidenceKey, key, log, linkSecret };
    const { functions, routes } = createFunctions(this, api, stores, options);
    const noOperation = createNoOperation(this, api, options);
    const pages = options.console ? createConsole(this, api, options) : [];
    createStage(this, api, [...routes, ...noOperation, ...pages], createDomain(this, options), options);
    const topic = chooseTopic(this, options);
    const tableArns = [table, erasures, log.table].map(({ tableArn }) => tableArn);
    const { backupDays } = options;
    const vault = backupDays && createBackups(this, { tableArns, key, topic }, backupDays, options);
    const backups = vault ? { vault, tables: tableArns.length } : undefined;
    createAlarms(this, { options, api, functions, log, backups }, topic);
    createKeyNotice(this, stores, topic, options);
    const apiUrl = addressOf(api, options);
    addOutput(this, 'register', options.stage);
    addOutput(this, 'apiUrl', apiUrl);
    if (options.console) addOutput(this, 'consoleUrl', `${apiUrl}/console`);
    addOutput(this, 'tableName', table.tableName);
    addOutput(this, 'erasuresTableName', erasures.tableName);
    addOutput(this, 'logTableName', log.table.tableName);
    addOutput(this, 'anchorBucket', log.anchors.bucketName);
    addOutput(this, 'signingKeySecret', signingKey.secretArn);
    addOutput(this, 'evidenceKey', evidenceKey.keyArn);
    if (options.mailFrom !== undefined) addOutput(this, 'mailFrom', options.mailFrom);
    if (linkSecret) addOutput(this, 'linkSecret', linkSecret.secretArn);
    if (options.events) {
      addOutput(this, 'eventBus', log.bus.eventBusName);
      addOutput(this, 'encryptionKey', key.keyArn);
    }
    if (options.alarmEmail !== undefined || options.alarmTopicArn !== undefined) {
      addOutput(this, 'alarmTopic', topic.topicArn);
    }
    this.api = api;
    this.apiUrl = apiUrl;
    this.table = table;
    this.logTable = log.table;
    this.erasuresTable = erasures;
    this.anchors = log.anchors;
    this.bus = log.bus;
    this.alarmTopic = topic;
  }
}
