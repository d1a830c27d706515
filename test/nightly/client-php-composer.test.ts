import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeComposerArchive } from '../../tools/release/composer-archive.ts';
import { run } from '../e2e/command.ts';
import { hasProgram, needs, newFolder } from '../support/make/machine.ts';

vi.setConfig({ testTimeout: 120_000 });

const hasZip = () => hasProgram('php', ['-r', 'exit(extension_loaded("zip") ? 0 : 1);']);

test(
  'Composer installs the archive in an empty project, where PHP finds the classes and tools find the types',
  needs('composer, and the extension zip of php', hasProgram('composer') && hasZip()),
  async () => {
    const folder = newFolder();
    const { name, bytes } = makeComposerArchive();
    await mkdir(join(folder, 'archives'));
    await writeFile(join(folder, 'archives', name), bytes);
    const repositories = [{ type: 'artifact', url: 'archives' }, { packagist: false }];
    await writeFile(join(folder, 'composer.json'), JSON.stringify({ repositories }));
    const settings = { COMPOSER_HOME: join(folder, 'home'), COMPOSER_ALLOW_SUPERUSER: '1' };

    const words = ['require', '--no-interaction', '--working-dir', folder, 'consent-register/client'];
    const { exitCode, stderr } = await run('composer', words, settings);
    expect([exitCode, exitCode === 0 ? '' : stderr]).toEqual([0, '']);

    const found = `var_dump(class_exists('ConsentRegister\\\\Client'), interface_exists('ConsentRegister\\\\Schema'));`;
    const outcome = await run('php', ['-r', `require '${folder}/vendor/autoload.php'; ${found}`]);
    expect(outcome).toEqual({ exitCode: 0, stdout: 'bool(true)\nbool(true)\n', stderr: '' });
  },
);
