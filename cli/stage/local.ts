import { askConnection } from '../local/connection.ts';
import { readEnvironment, setFunctionEnvironment } from '../local/environment.ts';
import { eventBusName } from '../local/event-bridge.ts';
import { findLocalUser } from '../local/local-user.ts';
import { openErasures } from './erasures.ts';
import { openLog } from './log.ts';
import { openPatiently } from './patience.ts';
import type { Stage } from './stage.ts';

/**
 * The local service on PORT of this machine.
 *
 * @throws CommandError when none runs
 */
export const openLocalStage = async (): Promise<Stage> => {
  const { PORT } = readEnvironment();
  const connection = await askConnection(PORT);
  setFunctionEnvironment(connection);
  const apiUrl = `http://127.0.0.1:${PORT}`;
  return {
    label: `the local service at ${apiUrl}`,
    table: openPatiently(connection.tableName),
    erasures: openErasures(connection.erasuresTableName),
    log: openLog(connection.logTableName),
    logName: undefined,
    isLocal: true,
    isDevelopment: true,
    apiUrl,
    signingKeySecret: connection.signingKeySecret,
    evidenceKey: connection.evidenceKey,
    announcement: { bus: eventBusName, encryptionKey: connection.encryptionKey, stage: connection.evidenceKey.stage },
    findCaller: findLocalUser,
  };
};
