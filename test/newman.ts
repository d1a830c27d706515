import { join } from 'node:path';
import collection from '../docs/collection.json' with { type: 'json' };
import { startService } from './bench/load/service.ts';
import { describeProgram } from './bench/program-options.ts';
import { runInNewman } from './newman/run.ts';

describeProgram(
  'newman',
  "Runs the collection in Newman, Postman's own runner, against the local service and its demo data.",
).parse();

const service = await startService();
try {
  const file = join(import.meta.dirname, '../docs/collection.json');
  const { statuses, failures } = await runInNewman(file, service.baseUrl);
  const good = statuses.filter((status) => status === 200).length;
  if (failures > 0 || good !== collection.item.length) process.exitCode = 1;
} finally {
  await service.stop();
}
