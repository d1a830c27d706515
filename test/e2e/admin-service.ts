import { afterAll, beforeAll } from 'vitest';
import { run } from './command.ts';
import type { RunningService } from './service.ts';
import { startServiceOnSharedEngine } from './service.ts';
import type { Terminal } from './terminal.ts';
import { openTerminal } from './terminal.ts';

export const email = 'ada@shop.example';

/** The service of the running file. */
export let service: RunningService;

/** Starts a service without demo data for the test file that asks. */
export const useEmptyService = (): void => {
  beforeAll(async () => {
    service = await startServiceOnSharedEngine(['--empty']);
  });
  afterAll(() => service.stop());
};

export const settings = (port = service.port) => ({ PORT: String(port) });

/** A command in a terminal, as `npm link` puts it on the path. */
export const type = (...words: readonly string[]): Terminal =>
  openTerminal(process.execPath, ['cli/bin.js', ...words, '--local'], { settings: settings() });

/** The data of a command, as a script sees it. */
export const read = async (...words: readonly string[]) => {
  const { exitCode, stdout, stderr } = await run(
    process.execPath,
    ['cli/bin.js', ...words, '--local', '--json'],
    settings(),
  );
  if (exitCode !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
};
