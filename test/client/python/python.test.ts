import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../e2e/command.ts';
import { needsProgram } from '../../support/make/machine.ts';

test('the Python client does what its own tests say', needsProgram('python3'), async () => {
  const settings = {
    PYTHONPATH: join(import.meta.dirname, '../../../client/python'),
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONWARNINGS: 'error',
  };
  const words = ['-X', 'dev', '-m', 'unittest', 'discover', '--start-directory', import.meta.dirname];
  const { exitCode, stderr } = await run('python3', words, settings);

  expect(stderr).toMatch(/\nRan [1-9]\d+ tests? in [^\n]+\n\nOK\n$/);
  expect(exitCode).toBe(0);
});
