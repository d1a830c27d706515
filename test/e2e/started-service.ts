import { expect } from 'vitest';
import { findFreePort } from '../../cli/local/loopback.ts';
import { findGroup, signalGroup } from './processes.ts';
import type { LaunchedService } from './service.ts';

export const startTimeout = 180_000;

export const programs = async ({ group }: LaunchedService): Promise<string[]> =>
  (await findGroup(group)).map(({ program }) => program);

export const signals = {
  'Ctrl-C': ({ group }: LaunchedService) => signalGroup(group, 'SIGINT'),
  'SIGINT to npm': ({ process: npm }: LaunchedService) => npm.kill('SIGINT'),
  'SIGTERM to npm': ({ process: npm }: LaunchedService) => npm.kill('SIGTERM'),
};

/** What happened just before is printed when the log has it. */
const eventLines = /^Event .*\n/gm;

/** Sends the signal and expects npm to end well, and nothing more to be printed. */
export const expectToEndOn = async (name: keyof typeof signals, service: LaunchedService): Promise<void> => {
  expect(await programs(service)).toContain('dynoxide');
  const printed = service.output();

  signals[name](service);

  expect(await service.ended).toBe(0);
  expect(service.output().slice(printed.length).replace(eventLines, '').trim()).toBe('');
};

/** Expects that all of it is gone by the time the person has the prompt back. */
export const expectToStopOn = async (name: keyof typeof signals, service: LaunchedService): Promise<void> => {
  await expectToEndOn(name, service);
  expect(await findGroup(service.group)).toEqual([]);
  await expect(findFreePort(service.port)).resolves.toBe(service.port);
};
