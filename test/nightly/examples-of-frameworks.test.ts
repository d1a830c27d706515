/** The examples for frameworks that the repository does not install, in projects of these frameworks. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { useDemoRegister } from '../docs/demo-register.ts';
import { browse, copyExamples, exampleSettings, startSite, subscribeOnce } from '../docs/example-site.ts';
import { run } from '../e2e/command.ts';
import { repository } from '../e2e/service.ts';
import { needsProgram, newFolder } from '../support/make/machine.ts';

const register = useDemoRegister();
const examples = copyExamples();
const settings = () => exampleSettings(register());

vi.setConfig({ testTimeout: 300_000 });

const install = async (
  program: string,
  words: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<void> => {
  const { exitCode, stderr } = await run(program, words, environment);
  expect([exitCode, exitCode === 0 ? '' : stderr]).toEqual([0, '']);
};

const djangoSettings = `
SECRET_KEY = "of a test"
ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "urls"
MIDDLEWARE = ["django.middleware.csrf.CsrfViewMiddleware"]
`;

test('django_newsletter.py records a consent to the notice that it shows, once', needsProgram('python3'), async () => {
  const project = newFolder();
  await install('python3', ['-m', 'pip', 'install', '--quiet', '--target', project, 'django>=4.2,<6']);
  cpSync(join(examples, 'django_newsletter.py'), join(project, 'django_newsletter.py'));
  cpSync(join(repository, 'client/python/consent_register'), join(project, 'consent_register'), { recursive: true });
  writeFileSync(join(project, 'settings.py'), djangoSettings);
  writeFileSync(
    join(project, 'urls.py'),
    'from django.urls import include, path\n\nurlpatterns = [path("", include("django_newsletter"))]\n',
  );
  const command = ['python3', '-m', 'django', 'runserver', '--noreload', '--settings', 'settings', '127.0.0.1:{PORT}'];
  const url = `${await startSite(command, { ...settings(), PYTHONPATH: project, PYTHONDONTWRITEBYTECODE: '1' })}/`;

  await subscribeOnce(browse(url), 'ada@django.example', register(), url);
});

test(
  'NewsletterController.php records a consent to the notice that it shows, once',
  needsProgram('composer'),
  async () => {
    const project = join(newFolder(), 'project');
    const environment = { COMPOSER_HOME: newFolder(), COMPOSER_ALLOW_SUPERUSER: '1' };
    await install(
      'composer',
      ['create-project', '--no-interaction', '--quiet', 'laravel/laravel', project],
      environment,
    );
    const controllers = join(project, 'app/Http/Controllers');
    mkdirSync(controllers, { recursive: true });
    const example = readFileSync(join(examples, 'NewsletterController.php'), 'utf8');
    writeFileSync(join(controllers, 'NewsletterController.php'), example);
    const told = [...example.matchAll(/^ \* {5}(.*)$/gm)].map(([, line]) => line);
    const routes = told.filter((line) => line?.startsWith('Route::'));
    const services = told.filter((line) => !line?.startsWith('Route::'));
    expect([services.length, routes.length]).toEqual([2, 2]);
    const config = join(project, 'config/services.php');
    writeFileSync(config, readFileSync(config, 'utf8').replace('return [', `return [\n${services.join('\n')}\n`));
    const client = join(repository, 'client/php/consent-register-client.php');
    writeFileSync(
      join(project, 'routes/web.php'),
      `<?php\nuse Illuminate\\Support\\Facades\\Route;\nrequire_once '${client}';\n${routes.join('\n')}\n`,
    );
    const server = join(project, 'vendor/laravel/framework/src/Illuminate/Foundation/resources/server.php');
    const url = await startSite(['php', '-S', '127.0.0.1:{PORT}', '-t', join(project, 'public'), server], {
      ...settings(),
      APP_KEY: `base64:${Buffer.alloc(32, 7).toString('base64')}`,
      SESSION_DRIVER: 'file',
      CACHE_STORE: 'file',
    });

    await subscribeOnce(browse(url), 'ada@laravel.example', register(), url);
  },
);
