import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { run } from '../../e2e/command.ts';
import { needsProgram } from '../../support/needs.ts';
import { describeOf, testOf } from './extent.ts';
import { startFront } from './front.ts';
import { makeState, node, recipeEnvironment, recipes } from './program.ts';
import { placeOf } from './recipe-places.ts';
import type { TestRegister } from './register.ts';

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
from consent_register import ConsentRegisterError
from kept_notices import KeptNotices
from register_settings import SettingError, open_client
hasty = open_client(total_time=3)
started = time.monotonic()
try:
    hasty.details()
except ConsentRegisterError as error:
    print(error.code, "in time" if time.monotonic() - started < 8 else "late")
notices = KeptNotices(open_client())
for lang in ("fra", "deu"):
    notice = notices.current(2, lang)
    print(notice["lang"], notice["tag"], notice["html"])
print(notices.named(2, "deu", "other") or "NULL")
try:
    notices.current(2, "en")
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
        'connection.timeout in time',
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
