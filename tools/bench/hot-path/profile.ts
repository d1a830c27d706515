import { mkdtemp, writeFile } from 'node:fs/promises';
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { round, toTable } from '../report.ts';

const root = join(import.meta.dirname, '../../..');
const sampleMicroseconds = 100;
const rows = 25;

/** The package, or in this project the file, that a frame belongs to. */
const moduleOf = ({ url, functionName }: Profiler.ProfileNode['callFrame']): string => {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (name !== undefined) return name;
  if (url.startsWith('file:')) return relative(root, fileURLToPath(url));
  return url === '' ? functionName || '(native)' : url;
};

const rank = (shares: ReadonlyMap<string, number>, header: string): string =>
  toTable(
    [header, 'self %'],
    [...shares]
      .sort(([, a], [, b]) => b - a)
      .slice(0, rows)
      .map(([name, share]) => [name, round(share * 100)]),
  );

const summarise = ({ nodes, samples = [] }: Profiler.Profile): string => {
  const byId = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const modules = new Map<string, number>();
  const functions = new Map<string, number>();
  for (const id of samples) {
    const frame = byId.get(id);
    if (frame === undefined) continue;
    const module = moduleOf(frame);
    const place = `${frame.functionName || '(anonymous)'} ${module}:${frame.lineNumber + 1}`;
    modules.set(module, (modules.get(module) ?? 0) + 1 / samples.length);
    functions.set(place, (functions.get(place) ?? 0) + 1 / samples.length);
  }
  return `${rank(modules, 'module')}\n\n${rank(functions, 'function')}`;
};

/** Profiles a piece of work on the CPU: keeps the profile in a temporary file and says where its time went. */
export const profile = async (name: string, work: () => Promise<void>): Promise<string> => {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: sampleMicroseconds });
  await session.post('Profiler.start');
  await work();
  const { profile: taken } = await session.post('Profiler.stop');
  session.disconnect();
  const file = join(await mkdtemp(join(tmpdir(), 'consent-register-')), `${name}.cpuprofile`);
  await writeFile(file, JSON.stringify(taken));
  return `${name}: ${file}\n\n${summarise(taken)}\n`;
};
