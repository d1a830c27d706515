import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../../e2e/command.ts';
import { startFront } from './front.ts';
import { has, makeState, node, recipeEnvironment, recipes } from './program.ts';
import type { TestRegister } from './register.ts';

/** A program that waits a second for an answer, prints the name of a user, and then what a refusal says. */
const programs = {
  php: `
    require getenv('CLIENT');
    $settings = array_map('getenv', ['REGISTER_URL', 'REGISTER_EMAIL', 'REGISTER_PASSWORD', 'REGISTER_TOKENS']);
    $register = new Register(...$settings, timeout: 1);
    echo $register->call('/details', [])['name'], "\\n";
    try {
        $register->call('/consent-register/search', ['userData' => ['email' => '']]);
    } catch (RegisterError $error) {
        echo "$error->status $error->problem {$error->errors[0]['field']}";
    }`,
  python3: `
from register import Register, RegisterError
register = Register.from_environment(timeout=1)
print(register.call("/details", {})["name"])
try:
    register.call("/consent-register/search", {"userData": {"email": ""}})
except RegisterError as error:
    print(error.status, error.code, error.errors[0]["field"], end="")`,
  node: `
    import { Register, RegisterError } from '${join(recipes, 'node/register.js')}';
    const [url, email, password] = ['URL', 'EMAIL', 'PASSWORD'].map((name) => process.env['REGISTER_' + name]);
    const register = new Register({ url, email, password, timeout: 1 });
    console.log((await register.call('/details', {})).name);
    await register.call('/consent-register/search', { userData: { email: '' } }).catch((error) => {
      if (!(error instanceof RegisterError)) throw error;
      process.stdout.write([error.status, error.code, error.errors[0].field].join(' '));
    });`,
} as const;

const clients = [
  ['php', 'php', ['-r', programs.php]],
  ['python3', 'python3', ['-c', programs.python3]],
  ['node', node, ['--input-type=module', '-e', programs.node]],
] as const;

/** Holds what the clients beside the recipes must do, as far as the recipes' own tests do not. */
export const describeClients = (register: () => TestRegister): void => {
  describe.concurrent.each(clients)('client for %s', (_name, program, options) => {
    test.skipIf(!has(program))('tries again where no whole answer comes, and says what was refused', async () => {
      const front = await startFront(register().baseUrl);
      const { state, remove } = makeState();
      front.fail('/login', { status: 200, body: '{"access_token": "a", "refresh_token": "b", "expires_in": 3600}' });
      front.fail('/details', { status: 0, hangs: true }, { status: 200, retryAfter: 0, body: '{"name": "cut o' });
      front.fail('/details', { status: 200, body: '{"name": "Demo User"}' });
      front.fail('/consent-register/search', { status: 422 });

      const started = Date.now();
      const settings = { ...recipeEnvironment(front.url, state), CLIENT: join(recipes, 'php/register.php') };
      const outcome = await run(program, options, settings);
      front.close();
      remove();

      const stdout = 'Demo User\n422 test.fault userData[email]';
      expect(outcome).toEqual({ exitCode: 0, stdout, stderr: '' });
      expect(front.sentTo('/details')).toHaveLength(3);
      expect(Date.now() - started).toBeGreaterThan(1_000 + 1_000 - 10);
    });
  });
};

/** How an interpreter checks a file without running it. */
const checks = { php: ['php', '-l'], py: ['python3', '-m', 'py_compile'], js: [node, '--check'] } as const;

/** Holds that every file of the recipes can be read by its interpreter. */
export const describeSyntax = (): void => {
  describe.each(Object.entries(checks))('files of .%s', (extension, [program, ...options]) => {
    const files = globSync(`{*,*/**/}*.${extension}`, { cwd: recipes, exclude: ['**/node_modules/**'] });

    test.skipIf(!has(program)).each(files)('%s can be read', async (file) => {
      const { state, remove } = makeState();
      const outcome = await run(program, [...options, join(recipes, file)], { PYTHONPYCACHEPREFIX: state });
      remove();
      expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
    });
  });
};
