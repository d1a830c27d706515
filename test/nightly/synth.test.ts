import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runAdmin } from '../support/admin.ts';
import { newFolder } from '../support/folder.ts';
import { logOut } from '../support/home.ts';

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
