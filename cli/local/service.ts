import { extname, join, resolve } from 'node:path';
import { handler as keyFile } from '../../functions/key-file.ts';
import { handler as noOperation } from '../../functions/no-operation.ts';
import { contract } from '../../shared/api/contract.ts';
import type { OperationDefinition } from '../../shared/api/operations.ts';
import {
  confirmationPageRoutes,
  confirmingRoutes,
  keyFileRoutes,
  linkPageRoutes,
  noOperationRoutes,
  withdrawalRoutes,
} from '../../shared/api/other-routes.ts';
import type { HttpFunction } from '../../shared/api/stack.ts';
import { listEvidenceKey } from '../../shared/identity/keys/evidence-keys.ts';
import { openEvidenceSigner } from '../../shared/identity/keys/evidence-signer.ts';
import { deriveVerificationKey } from '../../shared/identity/keys/signing-key.ts';
import { markSupersededKeys, publishVerificationKey } from '../../shared/identity/keys/verification-keys.ts';
import { holdLinkSecrets, latestOf } from '../../shared/links/secret.ts';
import type { Table } from '../../shared/store/table.ts';
import { openTable } from '../../shared/store/table.ts';
import { CommandError } from '../errors.ts';
import { makeFolder, privateModes } from '../output/files.ts';
import type { JsonService } from './aws.ts';
import { openEventBridge, openSecretsManager, startStandIn } from './aws.ts';
import type { Connection } from './connection.ts';
import { connectionRoute, serveConnection } from './connection.ts';
import { createErasuresTable, createLogTable, createTable, nameErasuresTable, nameLogTable } from './create-table.ts';
import { logDemo, makeDemoPage, provisionDemo, renewDemoKey } from './demo.ts';
import type { Engine } from './dynamodb.ts';
import { startEngine, waitForEngine } from './dynamodb.ts';
import type { LocalEnvironment } from './environment.ts';
import { anchorBucket, setFunctionEnvironment } from './environment.ts';
import { openEventTarget } from './event-target.ts';
import { startGateway } from './gateway.ts';
import { encryptionKeyAlias, evidenceKeyAlias, openKms } from './kms.ts';
import { outboxRoute, startOutbox } from './outbox.ts';
import { buildConsoleRoutes, buildReferenceRoutes } from './pages.ts';
import { startS3 } from './s3.ts';
import { loadEncryptionKey, loadEvidenceKey, loadKeyPair, loadLinkSecret, storeKeyPair } from './stored-keys.ts';
import type { Follower } from './stream.ts';
import { startLogJobs } from './stream.ts';
import { checkDataFolder } from './writers.ts';

/** What the local service starts with. */
export interface StartOptions {
  readonly withDemo: boolean;
  /** A URL to post events to; without one, events are printed. */
  readonly eventsTo?: string;
}

/** The local service, ready for requests. */
export interface LocalService {
  readonly baseUrl: string;
  readonly hasDemoData: boolean;
  /** A key of the demo's user, which works until the next start. */
  readonly demoKey: string | undefined;
  /** The page of somebody in the demo data. */
  readonly demoPage: string | undefined;
  /** Name -> endpoint of the stores whose ports were set. */
  readonly stores: ReadonlyMap<string, string>;
  /** What other machines reach too, without a password, such as `KMS on port 8000`. */
  readonly exposed: readonly string[];
  /** Settles when the engine ends before the service is stopped, with the message for the user. */
  readonly failed: Promise<CommandError>;
  readonly stop: () => Promise<void>;
}

const secretName = 'consent-register-signing-key';
const linkSecretName = 'consent-register-links';

/** The owner of the evidence key. */
const stage = 'local';

const prepareDirectory = async (directory: string | undefined): Promise<string | undefined> => {
  if (directory === undefined) return undefined;
  const path = resolve(directory);
  try {
    await makeFolder(path, privateModes.folder);
  } catch {
    throw new CommandError(
      `DATA_DIR ${directory} is no folder, and none can be made there. Name a folder that you may write to.`,
      'usage',
    );
  }
  checkDataFolder(path);
  return path;
};

const useEngine = async (endpoint: string): Promise<Engine> => {
  if (await waitForEngine(endpoint, 5_000)) return { endpoint, failed: new Promise(() => {}), stop: async () => {} };
  throw new CommandError(
    `No DynamoDB engine answers at ${endpoint}. Start it, or unset AWS_ENDPOINT_URL_DYNAMODB, and the service starts one of its own.`,
    'unreachable',
  );
};

/** A busy machine has its engine answer late: what is done once, at the start, waits for it. */
const startLimits = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 10_000, requestTimeout: 30_000, throwOnRequestTimeout: true },
} as const;

/** What the SDK says of a call without an answer. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof Error &&
  /^(?:TimeoutError|AbortError|NetworkingError)$|^E[A-Z]+$/.test(`${Reflect.get(error, 'code') ?? error.name}`);

/** A start that the engine is too slow for ends with one line, any other fault as it is. */
const explain = (error: unknown, endpoint: string): unknown =>
  isUnanswered(error)
    ? new CommandError(
        `The DynamoDB engine at ${endpoint} does not answer in time. This machine may be too busy: start again when other programs have ended.`,
        'unreachable',
      )
    : error;

const prepareTables = async (
  { tableName, erasuresTableName, logTableName }: Pick<Connection, 'tableName' | 'erasuresTableName' | 'logTableName'>,
  theirs: string | undefined,
): Promise<Table> => {
  const table = openTable(tableName, startLimits);
  try {
    await Promise.all([
      createTable(table, { isFollowed: true }),
      createErasuresTable(openTable(erasuresTableName, startLimits)),
      createLogTable(openTable(logTableName, startLimits)),
    ]);
    return table;
  } catch (error) {
    if (theirs === undefined || isUnanswered(error)) throw error;
    throw new CommandError(
      `The program at ${theirs} is not a DynamoDB engine that lets you create a table. Check AWS_ENDPOINT_URL_DYNAMODB. It gets your AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    );
  }
};

/** Creates the missing demo data with its log, which is whole before anybody asks for a document. */
const makeDemo = async (
  table: Table,
  { logTableName, encryptionKey }: Pick<Connection, 'logTableName' | 'encryptionKey'>,
  baseUrl: string,
  now: Date,
): Promise<Pick<LocalService, 'hasDemoData' | 'demoKey' | 'demoPage'>> => {
  if (!(await provisionDemo(table, now))) return noDemo;
  const demoKey = await renewDemoKey(table, now);
  await logDemo({ table, log: openTable(logTableName) }, { encryptionKey, stage }, now);
  const secret = latestOf(await holdLinkSecrets(linkSecretName)(now));
  return { hasDemoData: true, demoKey, demoPage: await makeDemoPage(table, { secret, base: baseUrl, now }) };
};

const noDemo = { hasDemoData: false, demoKey: undefined, demoPage: undefined };

/**
 * Starts everything that a call needs: the engine, the table, a signing key, demo data if wanted, and the
 * functions behind a gateway.
 *
 * @throws CommandError when something is missing that the user can fix
 */
export const startService = async (
  environment: LocalEnvironment,
  { withDemo = true, eventsTo = environment.EVENTS_TO }: Partial<StartOptions> = {},
): Promise<LocalService> => {
  const { promise: functions, resolve: serve } = Promise.withResolvers<Awaited<ReturnType<typeof loadFunctions>>>();
  const gateway = await startGateway(environment.PORT, functions);
  const directory = await prepareDirectory(environment.DATA_DIR);
  const theirs = environment.AWS_ENDPOINT_URL_DYNAMODB;
  const engine = await (theirs === undefined
    ? startEngine({ directory, port: environment.DYNAMODB_PORT })
    : useEngine(theirs));
  let jobs: Promise<Follower> | undefined;
  const stop = async (): Promise<void> => {
    gateway.closeAllConnections();
    gateway.close();
    await (await jobs)?.stop();
    await engine.stop();
  };
  try {
    const now = new Date();
    const { secret, verificationKey } = await loadKeyPair(directory, now);
    const secrets = new Map([
      [secretName, secret],
      [linkSecretName, await loadLinkSecret(directory)],
    ]);
    const standIns = await startStandIns(environment, directory, secrets, eventsTo);
    const baseUrl = `http://127.0.0.1:${environment.PORT}`;
    const connection = {
      tableName: environment.TABLE_NAME,
      erasuresTableName: nameErasuresTable(environment.TABLE_NAME),
      logTableName: nameLogTable(environment.TABLE_NAME),
      dynamoDb: { endpoint: engine.endpoint, isOurs: theirs === undefined },
      ...standIns,
      signingKeySecret: secretName,
      evidenceKey: { id: evidenceKeyAlias, stage },
      encryptionKey: encryptionKeyAlias,
    };
    const outbox = await startOutbox();
    setFunctionEnvironment({
      ...connection,
      links: { secret: linkSecretName, baseUrl },
      mail: { endpoint: outbox.endpoint, baseUrl },
    });
    const table = await prepareTables(connection, theirs);
    await publishVerificationKey(table, { ...verificationKey, secretId: secretName }, now);
    await markSupersededKeys(table, verificationKey.kid, now);
    await listEvidenceKey(table, await openEvidenceSigner(connection.evidenceKey), now);
    const [demo, loaded] = await Promise.all([
      withDemo ? makeDemo(table, connection, baseUrl, now) : noDemo,
      loadFunctions(),
    ]);
    serve(
      new Map([
        ...noOperationFunctions,
        ...keyFileFunctions,
        ...loaded,
        ...buildReferenceRoutes(),
        ...buildConsoleRoutes(),
        [outboxRoute, outbox.show],
        [connectionRoute, serveConnection(connection)],
      ]),
    );
    jobs = startLogJobs(table, engine.endpoint);
    const stores = new Map<string, string>();
    if (environment.DYNAMODB_PORT !== undefined) stores.set('DynamoDB', engine.endpoint);
    if (environment.SECRETS_MANAGER_PORT !== undefined) stores.set('Secrets Manager', standIns.secretsManager);
    if (environment.KMS_PORT !== undefined) stores.set('KMS', standIns.kms);
    const exposed = [...stores].map(([name, endpoint]) => `${name} on port ${new URL(endpoint).port}`);
    return {
      baseUrl,
      ...demo,
      stores,
      exposed,
      failed: engine.failed,
      stop,
    };
  } catch (error) {
    await stop();
    throw explain(error, engine.endpoint);
  }
};

/** Route key of an operation, as API Gateway writes it. */
const toRouteKey = ({ path }: Pick<OperationDefinition, 'path'>): string => `POST ${path}`;

/** Handlers for requests that are for no operation, by route key. */
export const noOperationFunctions: ReadonlyMap<string, HttpFunction> = new Map(
  noOperationRoutes.map(({ method, path }) => [`${method} ${path}`, noOperation]),
);

/** The real function of the key file, by route key. */
export const keyFileFunctions: ReadonlyMap<string, HttpFunction> = new Map(
  keyFileRoutes.map(({ method, path }) => [`${method} ${path}`, keyFile]),
);

/** The handler of a function, which is loaded now. @param path of its file, without the folder and the ending */
const loadFunction = async (path: string): Promise<HttpFunction> => {
  const file = new URL(`../../functions${path}${extname(import.meta.filename)}`, import.meta.url);
  const { handler } = await import(file.href);
  return handler;
};

/** The real functions of the operations and of pages with links by route key. It loads them, so set the environment first. */
export const loadFunctions = async (): Promise<ReadonlyMap<string, HttpFunction>> => {
  const routes = [
    ...Object.values(contract).map((operation) => [toRouteKey(operation), operation.path] as const),
    ...linkPageRoutes.map(({ method, path }) => [`${method} ${path}`, '/links/page'] as const),
    ...withdrawalRoutes.map(({ method, path }) => [`${method} ${path}`, '/links/withdraw'] as const),
    ...confirmationPageRoutes.map(({ method, path }) => [`${method} ${path}`, '/confirmations/page'] as const),
    ...confirmingRoutes.map(({ method, path }) => [`${method} ${path}`, '/confirmations/confirm'] as const),
  ];
  return new Map(await Promise.all(routes.map(async ([key, path]) => [key, await loadFunction(path)] as const)));
};

/**
 * Rotates the signing key as Secrets Manager does, with the real job. It loads the job, so set the environment first.
 *
 * @param directory keeps the new key for the next start, if given
 */
export const rotateSigningKey = async (
  secretId: string,
  versionId: string,
  directory: string | undefined,
): Promise<void> => {
  const [{ handler }, { rotationSteps }, { readSecret, toSigningKey }] = await Promise.all([
    import('../../functions/jobs/rotate-signing-key.ts'),
    import('../../functions/jobs/rotate-signing-key.ts'),
    import('../../shared/identity/keys/signing-key.ts'),
  ]);
  for (const Step of rotationSteps.keys()) await handler({ Step, SecretId: secretId, ClientRequestToken: versionId });
  if (directory === undefined) return;
  const version = await readSecret(secretId, versionId);
  if (version.text === undefined) throw new Error('The rotation left no key.');
  await storeKeyPair(directory, {
    secret: version.text,
    verificationKey: deriveVerificationKey(toSigningKey(version)),
  });
};

/**
 * Starts the stand-ins for AWS services other than DynamoDB, with keys kept in the directory, if there is one. A set port is of
 * one service alone: who opens KMS to containers does not give them the signing key.
 *
 * @param secrets by their names. The signing key rotates
 * @param eventsTo URL to post events to
 * @returns their endpoints
 * @throws CommandError when a port cannot be used, or a kept key cannot be read
 */
export const startStandIns = async (
  environment: Pick<LocalEnvironment, 'SECRETS_MANAGER_PORT' | 'KMS_PORT'>,
  directory: string | undefined,
  secrets: ReadonlyMap<string, string>,
  eventsTo: string | undefined,
): Promise<Pick<Connection, 'secretsManager' | 'kms' | 's3' | 'eventBridge'>> => {
  const [evidenceKey, encryptionKey] = await Promise.all([loadEvidenceKey(directory), loadEncryptionKey(directory)]);
  const services = {
    secretsManager: openSecretsManager(secrets, (id) => rotateSigningKey(secretName, id, directory)),
    kms: openKms(evidenceKey, encryptionKey),
    eventBridge: openEventBridge(openEventTarget({ to: eventsTo, since: new Date() }).deliver),
  };
  const all = await startStandIn(Object.values(services));
  const open = async (service: JsonService, variable: 'SECRETS_MANAGER_PORT' | 'KMS_PORT'): Promise<string> => {
    const port = environment[variable];
    return port === undefined ? all.endpoint : (await startStandIn([service], { variable, port })).endpoint;
  };
  const s3 = await startS3({ bucket: anchorBucket, folder: directory && join(directory, 'anchors') });
  return {
    secretsManager: await open(services.secretsManager, 'SECRETS_MANAGER_PORT'),
    kms: await open(services.kms, 'KMS_PORT'),
    s3: s3.endpoint,
    eventBridge: all.endpoint,
  };
};
