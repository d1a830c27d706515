import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../../cli/local/loopback.ts';
import type { Call, Installed } from './commands.ts';
import { check, commandIn, remember } from './commands.ts';
import { must, toEnvironment } from './folders.ts';

/** A local service that the package runs. */
interface Service {
  readonly port: number;
  /** The key that the start has printed; without demo data, none. */
  readonly key: string | undefined;
  /** The package, for commands with `--local`. */
  readonly installed: Installed;
  readonly stop: () => Promise<void>;
}

/** Starts the service of the package. @throws Error with what it said, when it ends */
const startService = async (installed: Installed, ...words: readonly string[]): Promise<Service> => {
  const port = await findFreePort();
  const environment = { ...installed.environment, PORT: String(port) };
  const { folder, node } = installed;
  const service = spawn(node, [commandIn(folder), 'start', ...words], { cwd: folder, env: toEnvironment(environment) });
  let said = '';
  for (const stream of [service.stdout, service.stderr]) stream.on('data', (chunk) => (said += chunk));
  const ended = once(service, 'exit');
  const stop = async (): Promise<void> => {
    service.kill('SIGINT');
    await ended;
  };
  process.once('exit', () => service.kill('SIGINT'));
  while (!said.includes('Ctrl-C stops it.')) {
    if (service.exitCode !== null) throw new Error(`start ${words.join(' ')} ended: ${said}`);
    await sleep(200);
  }
  remember('start', 0);
  const [key] = /crk_\w{80}/.exec(said) ?? [];
  return { port, key, installed: { ...installed, environment }, stop };
};

/** The program of the quick start that records a first consent. */
const readFirst = (port: number): string => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/quick-start.md'), 'utf8');
  const [, program = ''] = /```js\n(const url = .*?)```/s.exec(page) ?? [];
  return program.replace(':3000', `:${port}`);
};

const demo = "--account 'Demo Shop'";

/** Commands on the demo data, in an order in which each has what it needs. */
const calls: readonly Call[] = [
  ['doctor', /erasures table +ok/],
  ['account list', /Demo Shop/],
  ["account show 'Other Shop'", /enabled +yes/],
  ["account create 'Corner Shop'", /Corner Shop/],
  ["account rename 'Corner Shop' 'Market Shop'", /Market Shop/],
  ["account disable 'Market Shop' --yes", /enabled +no/],
  ["account enable 'Market Shop'", /enabled +yes/],
  [`user create 'Grace Rossi' grace@shop.example --generate-password ${demo}`, /password +\S{20,}/],
  [`user list ${demo}`, /demo@example\.com/],
  ['user show grace@shop.example', /role +editor/],
  ["user rename grace@shop.example 'Grace Bianchi'", /Grace Bianchi/],
  ['user role grace@shop.example reader', /role +reader/],
  ['user password grace@shop.example --generate-password --yes', /password +\S{20,}/],
  ['user allow-address grace@shop.example 203.0.113.7', /203\.0\.113\.7/],
  ['user disable grace@shop.example --yes', /enabled +no/],
  ['user enable grace@shop.example', /enabled +yes/],
  ['user sessions demo@example.com', /expiresAt/],
  ['user end-session demo@example.com --all --yes', /expiresAt/],
  [`project create my-shop 'My Shop' ${demo}`, /my-shop/],
  [`project list ${demo}`, /demo-shop/],
  [`project show my-shop ${demo}`, /My Shop/],
  [`project rename my-shop 'Our Shop' ${demo}`, /Our Shop/],
  [`notice list ${demo}`, /newsletter/],
  [`notice show newsletter --html notice.html ${demo}`, /contentHash|version +1/],
  [`notice history privacy ${demo}`, /versionId/],
  [`notice diff privacy 1 2 ${demo}`, /^[+-]/m],
  [`consent list ${demo}`, /demo-shop/],
  ['consent show {consent}', /In force since/],
  [`consent due ${demo}`, /expires/],
  [`person show email=ada@example.com ${demo}`, /ada@example\.com/],
  [`person export email=ada@example.com --out person ${demo}`, /person\/data\.json/],
  [`report --by notice --html report.html ${demo}`, /newsletter/],
  ['evidence add-key', /confirmed/],
  ['evidence keys --out keys.json', /by KMS and the log/],
  ['evidence show {consent} --out evidence.json', /In force since/],
  ['evidence show {consent} --out evidence.html', /In force since/],
  ['evidence verify evidence.json --key keys.json', /^VALID\./m],
  ['evidence verify evidence.html --key keys.json', /^VALID\./m],
  ['evidence page --out verify.html', /SHA-256/],
  ['events keys', /EdDSA/],
  ['events resend --from {month} --until {month} --yes', /Sent again: \d+ events/],
  ['operations list', /user role/],
  ['log keys', /^\S+\+\w{8}\+/m],
  ['log verify', /Table, log and checkpoints agree\./],
  ['log repair', /already has everything/],
  [`consent export {exported} ${demo}`, /consents +\d+/],
  ['consent export {exported} --verify', /./],
  [`consent purge --check ${demo}`, /No consent is due/],
  [`person erase email=ada@example.com --yes --reason 'their request' ${demo}`, /newsletter/],
  [`person erased email=ada@example.com ${demo}`, /Yes: \d+ consents/],
  [`erasure list ${demo}`, /ada@example\.com|\w{32}/],
  [`notice retire newsletter --yes ${demo}`, /retired since/],
  ['key list', /signs/],
  ['key rotate --yes', /verifies/],
  ['key retire {key} --yes', /may be valid until .* Retire it after that\./, 4],
  ['log verify', /Table, log and checkpoints agree\./],
  ['complete bash', /bash completion for consent-register/],
];

/** Pages that a reader opens have their program in them. @throws Error when one has not */
const checkPages = (folder: string): void => {
  for (const page of ['evidence.html', 'verify.html']) {
    const text = readFileSync(join(folder, page), 'utf8');
    const scripts = [...text.matchAll(/<script(?![^>]*octet-stream)[^>]*>(.*?)<\/script>/gs)];
    if (!scripts.some(([, program = '']) => program.length > 10_000)) throw new Error(`${page} has no program in it`);
  }
};

const checkServed = async (port: number): Promise<void> => {
  for (const [path, shows] of [
    ['console', /<title>Consent register/],
    ['docs', /<title>Consent Register/],
  ] as const) {
    const answer = await fetch(`http://127.0.0.1:${port}/${path}`);
    const text = await answer.text();
    if (!answer.ok || !shows.test(text)) throw new Error(`/${path} answers ${answer.status}`);
    for (const [, name = ''] of text.matchAll(/"(console\/[^"]+)"/g)) {
      const { ok, status } = await fetch(`http://127.0.0.1:${port}/${name}`);
      if (!ok) throw new Error(`/${name} answers ${status}`);
    }
  }
};

const runOn = async ({ port, installed }: Service, consent: string, exported: string): Promise<void> => {
  const local: Installed = { ...installed, environment: { ...installed.environment, COLUMNS: '200' } };
  await checkServed(port);
  const { stdout } = await check(local, ['key list --json --local', /signs/]);
  const [{ kid: key }] = JSON.parse(stdout) as [{ readonly kid: string }];
  const values = { consent, key, exported, month: new Date().toISOString().slice(0, 7) };
  for (const [words, ...rest] of calls) {
    const isLocal = !/^(?:complete|evidence (?:verify|page))|--verify/.test(words);
    await check(local, [`${words}${isLocal ? ' --local' : ''}`, ...rest], values);
  }
  checkPages(local.folder);
};

/**
 * Starts the service with demo data from an empty cache, records a first consent, and runs all commands on it.
 *
 * @param begun when its installation began
 * @param exported where its consents are exported to
 * @returns the seconds to the first consent
 * @throws Error when a command fails
 */
export const exploreLocalService = async (installed: Installed, begun: number, exported: string): Promise<number> => {
  const service = await startService(installed);
  try {
    writeFileSync(join(installed.folder, 'first.mjs'), readFirst(service.port));
    const settings = { ...installed.environment, REGISTER_KEY: service.key ?? '' };
    const { consentId } = JSON.parse(await must(installed.folder, process.execPath, ['first.mjs'], settings));
    const seconds = Math.round((performance.now() - begun) / 1_000);
    await runOn(service, consentId, exported);
    return seconds;
  } finally {
    await service.stop();
  }
};
