import { encryptionKeyAlias } from '../../cli/local/kept-key.ts';
import { feed } from '../../shared/log/feeding.ts';
import { publishNext } from '../../shared/log/publication.ts';
import { openSigningKey } from '../../shared/log/signing-keys.ts';
import { logTable, table } from './table.ts';
import { followStream } from './table-stream.ts';

/** Feeds the log beside the table of this test file from now on. @returns takes what came since, and publishes it */
export const followIntoLog = async (): Promise<() => Promise<void>> => {
  const next = await followStream(table);
  const key = await openSigningKey(logTable, 'checkpoints', { encryptionKey: encryptionKeyAlias, stage: 'test' });
  const publisher = { log: logTable, origin: 'consent-register/test', key };
  return async () => {
    const records = await next();
    for (let i = 0; i < records.length; i += 100) await feed(logTable, records.slice(i, i + 100), new Date());
    await publishNext(publisher, new Date());
  };
};
