/**
 * Run as a process of its own: loads a bundle as Lambda's runtime for Node 24 does, which is an ES module and imports the
 * file by its path, and prints what that took, in milliseconds and bytes.
 */
import { performance } from 'node:perf_hooks';

const [, , file] = process.argv;
const startCpu = process.cpuUsage();
const start = performance.now();
const { handler } = await import(file).catch((error) => {
  process.stderr.write(error.message);
  process.exit(1);
});
const milliseconds = performance.now() - start;
const { user, system } = process.cpuUsage(startCpu);
if (typeof handler !== 'function') {
  process.stderr.write('It has no handler.');
  process.exit(1);
}
const cpuMilliseconds = (user + system) / 1000;
process.stdout.write(JSON.stringify({ milliseconds, cpuMilliseconds, rss: process.memoryUsage.rss() }));
