/** What the walk of the packed client does not show: both ways to send, several processes at once, and a place that keeps nothing. */
import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listenOnLoopback } from '../../../cli/local/loopback.ts';
import { endKey } from '../../../shared/identity/machine-keys.ts';
import { useDemoRegister } from '../../docs/demo-register.ts';
import { run } from '../../e2e/command.ts';
import { post } from '../../e2e/http.ts';
import { newKey, newTenant } from '../../support/make/builders.ts';
import { changeAt, erase } from '../../support/make/changes.ts';
import { needsProgram, newFolder } from '../../support/make/machine.ts';
import { password } from '../../support/make/password.ts';
import { table } from '../../support/make/table.ts';
import { faults, page, problem } from '../faulty-calls.ts';
import { answerWith, startFaultyProxy } from '../faulty-proxy.ts';

const folder = join(import.meta.dirname, '../../../client/php');
const file = join(folder, 'consent-register-client.php');
const register = useDemoRegister();
const proxy = await startFaultyProxy();

/** Runs lines of PHP that have a client with a token file, and functions to say what it throws. */
const runLines = (lines: string, settings: NodeJS.ProcessEnv, options: readonly string[] = []) =>
  run(
    'php',
    [
      ...options,
      '-r',
      `require '${file}';
      use ConsentRegister\\{Client, ConsentRegisterError, FileTokenStore};
      $store = new FileTokenStore(getenv('TOKENS'));
      $client = new Client(getenv('URL'), getenv('EMAIL'), getenv('PASSWORD'), $store);
      function attempt(callable $call): void {
        try { echo json_encode($call()), "\\n"; }
        catch (Exception $error) { echo get_class($error), ' ', $error->getMessage(), "\\n"; }
      }
      ${lines}`,
    ],
    settings,
  );

const settingsOf = ({ email }: { readonly email: string }, tokens = join(newFolder(), 'tokens.json')) => ({
  URL: `${proxy.baseUrl}/`,
  EMAIL: email,
  PASSWORD: password,
  TOKENS: tokens,
});

const php = needsProgram('php');
/** Without its extensions PHP has no curl. */
const ways = [
  ['curl', []],
  ['streams', ['-n']],
] as const;

test('the example of its page does what the page says', php, async () => {
  const [, example = ''] = /^```php\n(.+?)^```/ms.exec(await readFile(join(folder, 'README.md'), 'utf8')) ?? [];
  const place = newFolder();
  const program = example.replace('<?php', '').replaceAll('__DIR__ . ', '').replaceAll(/'\//g, `'${place}/`);

  const { exitCode, stdout, stderr } = await run(
    'php',
    ['-r', program.replace(`${place}/consent-register`, `${folder}/consent-register`)],
    {
      CONSENT_REGISTER_URL: register().baseUrl,
    },
  );

  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const title = (await register().notice(2)).title.eng;
  expect(stdout).toBe(
    `Shown: ${title}\nMay write to Grace: true\nNotice 2 revoked\n404 notice.not-found The account has no notice with this PID.\n`,
  );
  expect(statSync(join(place, 'tokens.json')).mode & 0o777).toBe(0o600);
});

test.each(ways)(
  'by %s: a client with a key logs in and refreshes never, and keeps no file',
  php,
  async (_, options) => {
    const tenant = await newTenant();
    const { token, keyId } = await newKey(tenant);
    const settings = { ...settingsOf(tenant), KEY: `${token}\n` };
    const calls = `
    $client = new Client(getenv('URL'), key: getenv('KEY'));
    attempt(fn () => $client->details()['id']);
    attempt(fn () => $client->logout());
    attempt(fn () => $client->login());
    attempt(fn () => $client->refreshToken());
    ob_start(); var_dump($client); echo str_contains(ob_get_clean(), 'crk_') ? 'shown' : 'hidden', "\\n";
    foreach ([substr($wrong = 'crk_' . str_repeat('a', 80), 0, -1), "\\"$wrong\\"", "$wrong\\r\\nx: y", ''] as $key)
      attempt(fn () => new Client(getenv('URL'), key: $key));
    attempt(fn () => (new Client(getenv('URL'), key: null))->details());
    attempt(fn () => new Client(getenv('URL'), 'x', 'y', key: $wrong));
    attempt(fn () => new Client(getenv('URL'), store: $store, key: $wrong));`;

    const { stdout } = await runLines(calls, settings, options);
    const error = String.raw`ConsentRegister\ConsentRegisterError`;
    const malformed = 'InvalidArgumentException A key is crk_ and 80 letters and digits. Copy it whole.';
    const both = 'InvalidArgumentException Give a key, or email and password and a store, not both.';
    const needless = `${error} tokens.missing: This client calls with a key, which needs neither a login nor a refresh.`;
    expect(stdout.trimEnd().split('\n')).toEqual([
      String(tenant.userId),
      expect.stringContaining('key.not-allowed'),
      needless,
      needless,
      'hidden',
      ...Array.from({ length: 4 }, () => malformed),
      expect.stringContaining('tokens.missing: Give a key, email and password'),
      both,
      both,
    ]);

    await endKey(table, { id: tenant.userId, accountId: tenant.accountId }, keyId, changeAt());
    const asked = proxy.count('/details');
    const ended = await runLines(
      "attempt(fn () => (new Client(getenv('URL'), key: getenv('KEY')))->details());",
      settings,
      options,
    );
    expect(ended.stdout).toContain(`${error} key.ended`);
    expect([proxy.count('/details') - asked, proxy.count('/login'), proxy.count('/refresh-token')]).toEqual([1, 0, 0]);
  },
);

test('the files of tokens are private from the moment they are made', php, async () => {
  const place = newFolder();
  const lines = `
    class Watched {
      public $context;
      public static array $born = [];
      private $file;
      static function find(string $path): string { return '${place}/' . basename($path); }
      function stream_open(string $path, string $mode): bool {
        if (!file_exists(self::find($path))) self::$born[] = sprintf('%s %04o', preg_replace('/[0-9a-f]{8}$/', '*', basename($path)), 0666 & ~umask());
        return ($this->file = fopen(self::find($path), $mode)) !== false;
      }
      function stream_write(string $text): int { return fwrite($this->file, $text); }
      function stream_read(int $count): string { return fread($this->file, $count); }
      function stream_eof(): bool { return feof($this->file); }
      function stream_stat(): array { return fstat($this->file); }
      function stream_lock(int $how): bool { return flock($this->file, $how); }
      function stream_metadata(string $path, int $option, mixed $value): bool { return chmod(self::find($path), $value); }
      function stream_close(): void { fclose($this->file); }
      function rename(string $from, string $to): bool { return rename(self::find($from), self::find($to)); }
      function unlink(string $path): bool { return unlink(self::find($path)); }
    }
    stream_wrapper_register('watched', Watched::class);
    umask(0);
    (new Client(getenv('URL'), getenv('EMAIL'), getenv('PASSWORD'), new FileTokenStore('watched://place/tokens.json')))->login();
    echo implode(', ', Watched::$born), sprintf('; the umask is %04o', umask());`;

  const { stdout, stderr } = await runLines(lines, settingsOf(await newTenant()));

  expect({ stdout, stderr }).toEqual({
    stdout: 'tokens.json.lock 0600, tokens.json.* 0600; the umask is 0000',
    stderr: '',
  });
  expect(statSync(join(place, 'tokens.json')).mode & 0o777).toBe(0o600);
});

test.each(ways)(
  'over %s, however a write fails, it is repeated with its key and recorded once',
  php,
  async (_, options) => {
    const tenant = await newTenant();
    const names = Object.keys(faults);
    proxy.fault = (request) => {
      const fault = faults[names[Number(request.headers['idempotency-key'] ?? 'none')] ?? ''];
      return fault === undefined || request.count > 1 ? request.forward() : fault(request);
    };

    const lines = `
    $client->login();
    $hasty = new Client(getenv('URL'), store: $store, timeout: 1);
    $consent = ['projectUid' => '${tenant.projectUid}', 'consentInformationPid' => ${tenant.pid}, 'proof' => ['url' => 'https://shop.example']];
    for ($key = 0; $key < ${names.length}; $key++) {
      attempt(fn () => $hasty->addConsent($consent + ['userData' => ['email' => "person-$key@shop.example", 'name' => 'Käthe']], (string) $key)['time'] !== '');
    }
    echo count(iterator_to_array($client->searchAll(['projectUid' => '${tenant.projectUid}', 'userData' => [], 'perPage' => 3]), false)), "\\n";`;
    const outcome = await runLines(lines, settingsOf(tenant), options);

    expect(new Set(proxy.requests.map(({ headers }) => headers['idempotency-key']))).toEqual(
      new Set([undefined, ...names.map((_name, index) => String(index))]),
    );
    expect(outcome).toEqual({ exitCode: 0, stdout: `${'true\n'.repeat(names.length)}${names.length}\n`, stderr: '' });
  },
);

test.each(ways)(
  'over %s, an error says that an answer does not come from the service, and has no secret',
  php,
  async (_, options) => {
    const tenant = await newTenant();
    const body = JSON.stringify(problem(503, 'store.unavailable'));
    const server = createServer((request, response) => {
      if (request.url === '/away/login') response.writeHead(301, { location: 'https://shop.example/login' }).end();
      else if (request.url === '/hotel/login') response.writeHead(200, { 'content-type': 'text/html' }).end(page);
      else if (request.url === '/late/login') response.writeHead(503, { 'retry-after': '90' }).end(body);
    });
    const url = `http://127.0.0.1:${await listenOnLoopback(server)}`;
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const of = (path: string) =>
      `attempt(fn () => (new Client('${url}${path}', getenv('EMAIL'), getenv('PASSWORD'), attempts: 2, timeout: 0.2))->details());`;
    const lines = `${['/away', '/hotel', '/late', '/held'].map(of).join('\n')}
    attempt(fn () => (new Client(getenv('URL'), getenv('EMAIL'), 'a wrong password'))->details());
    attempt(fn () => (new Client('http://127.0.0.1:1', 'a', 'b', attempts: 1))->details());
    attempt(fn () => new Client('shop.example'));
    attempt(fn () => $client->addConsent([], "a\\r\\nkey"));
    foreach (['http://register.example', 'HTTP://10.0.0.1:3000', 'http://localhost.example', 'http://127.example', 'http://127.0.0.1.example', 'http://127.999.0.1', 'http://[::2]'] as $url) {
      try { new Client($url); echo "$url is taken\\n"; } catch (InvalidArgumentException $error) { if (!str_starts_with($error->getMessage(), 'baseUrl must begin with https:')) throw $error; }
      new Client($url, allowHttp: true);
    }
    foreach (['http://LOCALHOST:3000', 'http://127.0.0.1:3000/x', 'http://127.9.9.9', 'http://[::1]:3000', 'https://register.example'] as $url) new Client($url);
    echo "http: is refused\\n";
    var_dump($client);`;

    const { exitCode, stdout, stderr } = await runLines(lines, settingsOf(tenant), options);

    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const own = String.raw`ConsentRegister\ConsentRegisterError `;
    const says = stdout.split('\n');
    expect(says.slice(0, 5)).toEqual([
      `${own}answer.unexpected: The answer to /login is 301 with no media type and not the service's: check baseUrl and what is in between. It leads to https: baseUrl must begin with it.`,
      `${own}answer.unexpected: The answer to /login is 200 with text/html and not the service's: check baseUrl and what is in between.`,
      `${own}store.unavailable: Try again.`,
      `${own}connection.timeout: The service did not answer in time.`,
      `${own}credentials.invalid: The email or the password is wrong. Check both.`,
    ]);
    expect(says[5]).toMatch(
      /connection\.failed: The service at http:\/\/127\.0\.0\.1:1 cannot be reached, or the connection broke\. .*127\.0\.0\.1/,
    );
    expect(says[6]).toContain('baseUrl must be an http or https URL');
    expect(says[7]).toContain('no spaces');
    expect(says[8]).toBe('http: is refused');
    for (const secret of [tenant.email, password, 'wrong password', 'eyJ']) expect(stdout).not.toContain(secret);
  },
);

test(
  'processes that share a token file log in once and refresh once, also where a stale token is stored',
  php,
  async () => {
    const settings = settingsOf(await newTenant());
    const call = () => runLines('attempt(fn () => $client->details()["name"]);', settings);
    const several = () => Promise.all([call(), call(), call()]);
    const allAnswered = Array.from({ length: 3 }, () => ({ exitCode: 0, stdout: '"A User"\n', stderr: '' }));
    expect(await several()).toEqual(allAnswered);
    expect(proxy.count('/login')).toBe(1);

    const { access_token: old } = JSON.parse(readFileSync(settings.TOKENS, 'utf8'));
    proxy.fault = async ({ headers, forward }) =>
      headers.authorization === `Bearer ${old}` ? answerWith(401, problem(401, 'token.expired')) : forward();
    expect(await several()).toEqual(allAnswered);
    expect([proxy.count('/login'), proxy.count('/refresh-token')]).toEqual([1, 1]);
  },
);

test('no proxy of the environment gets what is for this machine', php, async () => {
  const asked: (string | undefined)[] = [];
  const between = createServer(({ url }, response) => {
    asked.push(url);
    response.end();
  });
  onTestFinished(() => void between.close());
  const proxies = { http_proxy: `http://127.0.0.1:${await listenOnLoopback(between)}`, no_proxy: '' };
  const call = (url: string, settings: NodeJS.ProcessEnv) =>
    runLines("attempt(fn () => (new Client(getenv('THERE'), 'a', 'b', attempts: 1, allowHttp: true))->login());", {
      ...settings,
      ...proxies,
      THERE: url,
    });
  const settings = settingsOf(await newTenant());
  await call('http://register.example', settings);
  expect(asked).toEqual(['http://register.example/login']);

  for (const url of [settings.URL, settings.URL.replace('127.0.0.1', 'LOCALHOST')]) await call(url, settings);
  expect(asked).toHaveLength(1);
  expect(proxy.count('/login')).toBe(2);
});

test('a store that cannot save tokens is reported, and the call is still made', php, async () => {
  const place = join(newFolder(), 'a'.repeat(250)); // The file beside it would have a longer name than a file may have.
  const { exitCode, stdout } = await runLines(
    'attempt(fn () => $client->details()["name"]);',
    settingsOf(await newTenant(), place),
    ['-d', 'display_errors=1'],
  );

  expect(exitCode).toBe(0);
  expect(stdout).toContain(`Cannot write the tokens to ${place}.`);
  expect(stdout).toContain('"A User"\n');

  const missing = await runLines(
    'attempt(fn () => $client->details());',
    settingsOf(await newTenant(), '/no/such/tokens.json'),
  );
  expect(missing.stdout).toBe(
    'RuntimeException Cannot write /no/such/tokens.json.lock. Its directory must exist and be writable for this user.\n',
  );
});

test(
  'searchAll has each record once, of any size, while others are erased, and refuses what names nobody',
  php,
  async () => {
    const tenant = await newTenant();
    const { accountId, token, projectUid, pid } = tenant;
    const consent = { projectUid, consentInformationPid: pid, userData: { email: 'ada@shop.example' } };
    const ids: string[] = [];
    for (let i = 0; i < 7; i += 1) {
      const proof = { html: 'x'.repeat(990_000) };
      ids.unshift((await post(`${proxy.baseUrl}/consent-register/add`, { ...consent, proof }, token)).body.consentId);
    }
    const [first = '', second = '', third = ''] = ids;
    proxy.fault = async ({ path, count, forward }) => {
      if (path === '/consent-register/search' && count === 3) await erase(accountId, [first, second, third]);
      return forward();
    };
    const lines = `
    $ada = ['userData' => ['email' => 'ADA@shop.example'], 'lang' => null];
    attempt(fn () => array_column(iterator_to_array($client->searchAll($ada + ['perPage' => 4]), false), 'id'));
    attempt(fn () => array_column(iterator_to_array($client->searchAll(['id' => '${first}', 'userData' => []]), false), 'id'));
    attempt(fn () => iterator_to_array($client->searchAll(['userData' => []])));
    attempt(fn () => iterator_to_array($client->searchAll(['userData' => ['email' => ' '], 'projectUid' => '${projectUid}'])));`;

    const { stdout } = await runLines(lines, settingsOf(tenant));

    const says = stdout.trim().split('\n');
    expect(says.slice(0, 2).map((line) => JSON.parse(line))).toEqual([ids.filter((id) => id !== third), [first]]);
    expect(says.slice(2)).toEqual([
      expect.stringMatching(/ConsentRegisterError parameters\.invalid: .+ userData: /),
      expect.stringMatching(/ConsentRegisterError parameters\.invalid: .+ userData: /),
    ]);
  },
);

const error = String.raw`ConsentRegister\ConsentRegisterError `;

test('a token file that is cut off, empty or of another program is not used, shown or replaced', php, async () => {
  const settings = settingsOf(await newTenant());
  const lines = String.raw`
    foreach (['', '{"access_token": "secret", "ref', 'null', '[]', '{"name": "secret"}', '{"access_token": "secret", "refresh_token": 1}',
      '{"access_token": "secret\r\nx-other: 1", "refresh_token": "r"}'] as $text) {
      file_put_contents(getenv('TOKENS'), $text);
      attempt(fn () => $client->details());
      if (file_get_contents(getenv('TOKENS')) !== $text) echo "The file has changed.\n";
    }
    final class Memory implements ConsentRegister\TokenStore {
      public function load(): array { return ['name' => 'secret']; }
      public function save(array $tokens): void {}
    }
    attempt(fn () => (new Client(getenv('URL'), getenv('EMAIL'), getenv('PASSWORD'), new Memory()))->details());
    unlink(getenv('TOKENS'));
    attempt(fn () => $client->details()['name']);`;

  const { stdout } = await runLines(lines, settings);

  const detail = (what: string) =>
    `${error}tokens.unreadable: ${what} has something else than tokens: it is empty, cut off, or of another program.`;
  const says = stdout.split('\n');
  expect(says.slice(0, 7)).toEqual(
    Array.from(says.slice(0, 7), () =>
      expect.stringContaining(
        `${detail(settings.TOKENS)} Check that the path is right, then delete the file: the next call logs in again.`,
      ),
    ),
  );
  expect(says.slice(7)).toEqual([expect.stringContaining(detail('The store')), '"A User"', '']);
  expect(stdout).not.toContain('secret');
  expect(proxy.count('/login', '/details', '/refresh-token')).toBe(2);
});

test('an answer to a login or a refresh without a usable token is not the service’s', php, async () => {
  const settings = settingsOf(await newTenant());
  const bodies = [
    { refresh_token: 'r' },
    { access_token: null, refresh_token: 'r' },
    { access_token: 'a b', refresh_token: 'r' },
  ];
  proxy.fault = async ({ count }) => answerWith(200, bodies[(count - 1) % bodies.length]);
  const lines = `
    foreach ([1, 2, 3] as $_) {
      attempt(fn () => $client->login());
      attempt(fn () => $client->refreshToken(['refresh_token' => 'r']));
    }
    echo count(glob(getenv('TOKENS') . '*')), "\n";`;

  const { stdout, stderr } = await runLines(lines, settings, ['-d', 'display_errors=1']);

  const refused = `${error}answer.unexpected: The answer has no usable tokens, so it did not come from the service: check baseUrl and what is in between.\n`;
  expect({ stdout, stderr }).toEqual({ stdout: `${refused.repeat(6)}1\n`, stderr: '' });
});

test('only seconds and dates of HTTP are times to wait', php, async () => {
  const values = ['-5', '1.5', '120, 60', 'soon', 'tomorrow', '2099-10-21T07:28:00Z', '', '7', '9'.repeat(30)];
  const past = 'Thu, 01 Jan 2026 00:00:00 GMT';
  const all = [...values, past];
  proxy.fault = async ({ count }) =>
    answerWith(503, problem(503, 'store.unavailable'), { 'retry-after': all[count - 1] ?? '' });
  const lines = `
    $once = new Client(getenv('URL'), 'a', 'b', attempts: 1);
    foreach (range(1, ${all.length}) as $_) {
      try { $once->login(); } catch (ConsentRegisterError $error) { echo json_encode($error->retryAfter), "\n"; }
    }`;

  const { stdout } = await runLines(lines, settingsOf({ email: 'a' }));

  expect(stdout.trim().split('\n')).toEqual([...values.slice(0, 7).map(() => 'null'), '7', '1.0e+30', '0']);
});

test('a clock that is set back ends no wait later', php, async () => {
  const held = createServer(() => {});
  onTestFinished(() => {
    held.closeAllConnections();
    held.close();
  });
  const lines = `
    eval('namespace ConsentRegister; function microtime(bool $_): float { static $now = 1e9; return $now -= 86400; }');
    pcntl_alarm(20); // A wait without an end must not outlive the test.
    $other = new FileTokenStore(getenv('TOKENS'));
    $other->acquire(1);
    echo json_encode($store->acquire(0.1)), "\n";
    $other->release();
    attempt(fn () => (new Client('http://127.0.0.1:${await listenOnLoopback(held)}', 'a', 'b', attempts: 1, timeout: 0.2))->login());`;

  const { stdout } = await runLines(lines, settingsOf({ email: 'a' }), ['-n']);

  expect(stdout).toBe(`false\n${error}connection.timeout: The service did not answer in time.\n`);
});

test('PHP that cannot send gets a message about what to enable', php, async () => {
  const options = ['-n', '-d', 'allow_url_fopen=0', '-d', 'display_errors=1'];

  expect(await runLines('', settingsOf({ email: 'a' }), options)).toMatchObject({
    exitCode: 255,
    stdout: expect.stringContaining(
      'Enable the extension curl, or allow_url_fopen and for https openssl, or give a transport.',
    ),
  });
});

vi.setConfig({ testTimeout: 60_000 });
