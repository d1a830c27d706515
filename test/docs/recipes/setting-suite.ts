import { expect } from 'vitest';
import { run } from '../../e2e/command.ts';
import { needsProgram } from '../../support/needs.ts';
import { describeOf, testOf } from './extent.ts';
import { makeState, node, recipeEnvironment } from './program.ts';
import { placeOf } from './recipe-places.ts';

const starts = [
  ['php', 'php', ['-r', "require getenv('SETTINGS'); connect();"]],
  ['python3', 'python3', ['-c', 'from register_settings import open_client; open_client()']],
  [
    'node',
    node,
    ['--input-type=module', '-e', `import { openClient } from '${placeOf('node/settings.js')}'; openClient();`],
  ],
] as const;

/** Holds what the clients say of settings, before they send anything. */
export const describeSettings = (): void => {
  describeOf('rest').each(starts)('settings of the client for %s', (_name, program, options) => {
    const start = async (url: string) => {
      const { state, remove } = makeState();
      const settings = { ...recipeEnvironment(url, state), SETTINGS: placeOf('php/settings.php') };
      const { exitCode, stdout, stderr } = await run(program, options, settings);
      remove();
      return { exitCode, output: stdout + stderr };
    };

    testOf('rest')(
      'an address of the register without http:// or https:// is refused',
      needsProgram(program),
      async () => {
        for (const url of ['127.0.0.1:3888', 'localhost:3888', 'ftp://127.0.0.1', '//127.0.0.1']) {
          const { exitCode, output } = await start(url);
          expect(exitCode).not.toBe(0);
          expect(output).toContain('REGISTER_URL must begin with http:// or https://.');
        }
        for (const url of ['http://127.0.0.1:3888', 'HTTPS://register.example/stage'])
          expect(await start(url)).toEqual({ exitCode: 0, output: '' });
      },
    );
  });
};
