/**
 * The functions behind the local gateway, in a process that is there to be killed. Ends with its parent. Compiled code is
 * kept for the next process, so that many can be started in a short time.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/compiled'));
const { loadFunctions } = await import('../../../cli/local/service.ts');
const { startGateway } = await import('../../../cli/local/gateway.ts');
const { silenceLog } = await import('../../program.ts');

silenceLog();
const functions = loadFunctions();
await functions;
flushCompileCache();
const gateway = await startGateway(0, functions);
process.send?.((gateway.address() as AddressInfo).port);
process.once('disconnect', () => process.exit());
