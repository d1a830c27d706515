import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { logOut } from '../cli/stage/home.ts';
import { runAdmin } from '../support/call/admin.ts';
import { newFolder } from '../support/make/machine.ts';

test('synth writes the template without AWS', async () => {
  logOut();
  const folder = newFolder();

  const { exitCode, stdout } = await runAdmin('synth', '--stage', 'example', '--out', folder, '--json');

  const template = join(folder, 'ConsentRegister-example.template.json');
  expect({ exitCode, data: JSON.parse(stdout) }).toEqual({
    exitCode: 0,
    data: { stage: 'example', region: 'eu-south-1', template },
  });
  expect(existsSync(template)).toBe(true);
});
