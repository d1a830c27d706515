import type { Profiler } from 'node:inspector';

const waiting = 'waiting, for DynamoDB Local or the next call';
const sockets = "writing to sockets, where the system also runs the reader's side";
const sdk = 'AWS SDK';
const ours = 'our functions with middy and valibot';
const gateway = "the gateway's stand-in, `cli/local`";

const projectRoot = new URL('../../../', import.meta.url).href;

const nativeParts: ReadonlyMap<string, string> = new Map([
  ['(idle)', waiting],
  ['(garbage collector)', 'garbage collection'],
  ...['writev', 'writeUtf8String', 'writeLatin1String', 'writeBuffer'].map((name) => [name, sockets] as const),
]);

const partOfPackage = (name: string): string =>
  /^(?:@aws|@aws-sdk|@smithy|mnemonist|obliterator)(?:\/|$)/.test(name) ? sdk : ours;

/** Undefined for what Node does for somebody else: it is of the part that called it. */
const partOf = ({ url, functionName }: Profiler.ProfileNode['callFrame']): string | undefined => {
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (name !== undefined) return partOfPackage(name);
  if (url.startsWith(`${projectRoot}cli/`)) return gateway;
  if (url.startsWith(`${projectRoot}test/`)) return 'this measurement';
  return url.startsWith('file:') ? ours : nativeParts.get(functionName);
};

/** Milliseconds of a profile by part of the service, the most first. */
export const sumParts = ({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): ReadonlyMap<string, number> => {
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node] as const)));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const find = (id: number): string => {
    for (let node = byId.get(id); node !== undefined; node = parents.get(node.id)) {
      const part = partOf(node.callFrame);
      if (part !== undefined) return part;
    }
    return 'Node itself: HTTP, streams, timers';
  };
  const parts = new Map<string, number>();
  samples.forEach((id, i) => {
    const part = find(id);
    parts.set(part, (parts.get(part) ?? 0) + (timeDeltas[i] ?? 0) / 1_000);
  });
  return new Map([...parts].sort(([, a], [, b]) => b - a));
};
