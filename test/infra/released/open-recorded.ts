import { setFunctionEnvironment } from '../../../cli/local/environment.ts';
import { encryptionKeyAlias, evidenceKeyAlias, loadKeyPair } from '../../../cli/local/kept-key.ts';
import { startStandIns } from '../../../cli/local/service.ts';
import { runAdmin } from '../../support/admin.ts';
import { callInProcess } from '../../support/caller.ts';
import { newFolder } from '../../support/folder.ts';
import { serve } from '../../support/serve.ts';
import { erasures, logTable, table } from '../../support/table.ts';
import { followStream } from '../../support/table-stream.ts';
import { copyKeys, loadItems } from './data-folder.ts';
import type { Register } from './register.ts';

/** A register of these sources in this process, with the tables of this test file. */
export interface OpenedRegister extends Register {
  /** Runs the jobs of the log. */
  readonly publish: () => Promise<void>;
}

const signingKeySecret = 'consent-register-signing-key';

/** Opens a register on the recorded data. It sets the environment, so nothing that reads it may be loaded before. */
export const openRecorded = async (): Promise<OpenedRegister> => {
  const folder = newFolder();
  copyKeys(folder);
  const { secret } = await loadKeyPair(folder, new Date());
  const connection = {
    tableName: table.name,
    erasuresTableName: erasures.name,
    logTableName: logTable.name,
    dynamoDb: { endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '', isOurs: true },
    ...(await startStandIns({}, folder, [signingKeySecret, secret], undefined)),
    signingKeySecret,
    evidenceKey: { id: evidenceKeyAlias, stage: 'local' },
    encryptionKey: encryptionKeyAlias,
  };
  setFunctionEnvironment(connection);
  const url = await serve((_, response) => {
    response.end(JSON.stringify({ service: 'consent-register', pid: process.pid, ...connection }));
  });
  process.env.PORT = new URL(url).port;
  await loadItems(table.name);
  const next = await followStream(table);
  const [{ handler: feed }, { handler: publish }] = await Promise.all([
    import('../../../functions/jobs/feed-log.ts'),
    import('../../../functions/jobs/publish-checkpoint.ts'),
  ]);
  return {
    call: await callInProcess(),
    command: async (words, { account } = {}) => {
      if (account !== undefined) process.env.CONSENT_REGISTER_ACCOUNT = account;
      return runAdmin(...words, '--local');
    },
    publish: async () => {
      await feed({ Records: await next() });
      await publish();
    },
  };
};
