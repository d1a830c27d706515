import { test } from 'vitest';
import { startService } from './service.ts';
import { expectToStopOn, startTimeout } from './started-service.ts';

test('a signal to npm stops a service that is ready', { timeout: startTimeout }, async () => {
  const service = await startService();

  await expectToStopOn('SIGINT to npm', service);
});
