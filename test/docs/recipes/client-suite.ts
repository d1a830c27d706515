import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { run } from '../../e2e/command.ts';
import { needsProgram } from '../../support/needs.ts';
import { describeOf, testOf } from './extent.ts';
import { startFront } from './front.ts';
import { makeState, node, recipeEnvironment, recipes } from './program.ts';
import { placeOf } from './recipe-places.ts';
import type { TestRegister } from './register.ts';

/** A program that waits a second for an answer, prints the name of a user, and then what a refusal says. */
const programs = {
  python3: `
from register import Register, RegisterError
register = Register.from_environment(timeout=1)
print(register.call("/details", {})["name"])
try:
    register.call("/consent-register/search", {"userData": {"email": ""}})
except RegisterError as error:
    print(error.status, error.code, error.errors[0]["field"], end="")`,
} as const;

const clients = [
  ['python3', 'python3', ['-c', programs.python3]],
] as const;

/**
 * A program that waits three seconds for a call with all its tries, which would take fifteen, and says whether it did; then it prints
 * the languages of a notice for those who asked for French and German, and what a form showed with a name that is not of any.
 */
const noticePrograms = {
  php: `
    require getenv('NOTICES');
    $hasty = connect(3);
    $started = microtime(true);
    try {
        $hasty->details();
    } catch (ConsentRegister\\ConsentRegisterError $error) {
        echo $error->code, ' ', microtime(true) - $started < 8 ? 'in time' : 'late', "\n";
    }
    $register = connect();
    foreach (['fra', 'deu'] as $lang) {
        $notice = (new KeptNotices($register, 2, $lang))->current();
        echo "{$notice['lang']} {$notice['tag']} {$notice['html']}\n";
    }
    var_dump((new KeptNotices($register, 2, 'deu'))->shown('other'));
    try {
        new KeptNotices($register, 2, 'en');
    } catch (LogicException $error) {
        echo $error->getMessage(), "\n";
    }`,
  python3: `
import time
from register import Register, RegisterError, SettingError
hasty = Register.from_environment(timeout=2, deadline=3)
started = time.monotonic()
try:
    hasty.call("/details", {})
except RegisterError as error:
    print(error.status, error, "in time" if time.monotonic() - started < 8 else "late")
register = Register.from_environment()
for lang in ("fra", "deu"):
    notice = register.notice("2", lang)
    print(notice["lang"], notice["tag"], notice["html"])
print(register.notice_shown("2", "deu", "other") or "NULL")
try:
    register.notice("2", "en")
except SettingError as error:
    print(error)`,
  node: `
    import { KeptNotices } from '${placeOf('node/kept-notices.js')}';
    import { openClient } from '${placeOf('node/settings.js')}';
    const started = Date.now();
    await openClient(3_000).details().catch((error) => {
      console.log(error.code, Date.now() - started < 8_000 ? 'in time' : 'late');
    });
    const client = openClient();
    for (const lang of ['fra', 'deu']) {
      const notice = await new KeptNotices(client, 2, lang).current();
      console.log(notice.lang, notice.tag, notice.html);
    }
    console.log((await new KeptNotices(client, 2, 'deu').shown('other')) ?? 'NULL');
    try {
      new KeptNotices(client, 2, 'en');
    } catch (error) {
      console.log(error.message);
    }`,
} as const;

const noticeClients = [
  ['php', 'php', ['-r', noticePrograms.php]],
  ['python3', 'python3', ['-c', noticePrograms.python3]],
  ['node', node, ['--input-type=module', '-e', noticePrograms.node]],
] as const;

/** Holds what the clients beside the recipes must do, as far as the recipes' own tests do not. */
export const describeClients = (register: () => TestRegister): void => {
  describe.concurrent.each(clients)('client for %s', (_name, program, options) => {
    testOf('gate')(
      'tries again where no whole answer comes, and says what was refused',
      needsProgram(program),
      async () => {
        const front = await startFront(register().baseUrl);
        const { state, remove } = makeState();
        front.fail('/login', { status: 200, body: '{"access_token": "a", "refresh_token": "b", "expires_in": 3600}' });
        front.fail('/details', { status: 0, hangs: true }, { status: 200, retryAfter: 0, body: '{"name": "cut o' });
        front.fail('/details', { status: 200, body: '{"name": "Demo User"}' });
        front.fail('/consent-register/search', { status: 422 });

        const started = Date.now();
        const settings = recipeEnvironment(front.url, state);
        const outcome = await run(program, options, settings);
        front.close();
        remove();

        const stdout = 'Demo User\n422 test.fault userData[email]';
        expect(outcome).toEqual({ exitCode: 0, stdout, stderr: '' });
        expect(front.sentTo('/details')).toHaveLength(3);
        expect(Date.now() - started).toBeGreaterThan(1_000 + 1_000 - 10);
      },
    );
  });
};

/** Holds how long a client keeps a visitor waiting, and which text of a notice it gives. */
export const describeNotices = (register: () => TestRegister): void => {
  describeOf('rest').concurrent.each(noticeClients)('notices of the client for %s', (_name, program, options) => {
    testOf('rest')('a call ends in time, and a notice has a language that it has', needsProgram(program), async () => {
      const front = await startFront(register().baseUrl);
      const { state, remove } = makeState();
      const hanging = { status: 0, hangs: true };
      front.fail('/details', hanging, hanging, hanging, hanging);

      const settings = { ...recipeEnvironment(front.url, state), NOTICES: placeOf('php/kept-notices.php') };
      const { exitCode, stdout } = await run(program, options, settings);
      front.close();
      remove();

      const { descriptionHtml } = await register().notice(2);
      const lines = [
        program === 'python3'
          ? expect.stringMatching(`^0 The register cannot be reached at ${front.url}/?[.] in time$`)
          : 'connection.timeout in time',
        `ita it ${descriptionHtml.ita}`,
        `deu de ${descriptionHtml.deu}`,
        'NULL',
        'en is not a language of notices. Use one of ita, eng, spa, deu, fra, tur, por, rus, ukr.',
        '',
      ];
      expect({ exitCode, lines: stdout.split('\n') }).toEqual({ exitCode: 0, lines });
    });
  });
};

/** How an interpreter checks a file without running it. */
const checks = {
  sh: ['bash', '-n'],
  php: ['php', '-l'],
  py: ['python3', '-m', 'py_compile'],
  js: [node, '--check'],
} as const;

/** Holds that every file of the recipes can be read by its interpreter. */
export const describeSyntax = (): void => {
  describeOf('rest').each(Object.entries(checks))('files of .%s', (extension, [program, ...options]) => {
    const files = globSync(`{*,*/**/}*.${extension}`, { cwd: recipes, exclude: ['**/node_modules/**'] });

    testOf('rest').each(files)('%s can be read', needsProgram(program), async (file) => {
      const { state, remove } = makeState();
      const outcome = await run(program, [...options, join(recipes, file)], { PYTHONPYCACHEPREFIX: state });
      remove();
      expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
    });
  });
};
