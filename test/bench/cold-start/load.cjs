/** Run as a process of its own: loads a bundle as Lambda does and prints what that took, in milliseconds and bytes. */
const { performance } = require('node:perf_hooks');

const [, , file] = process.argv;
const startCpu = process.cpuUsage();
const start = performance.now();
require(file);
const milliseconds = performance.now() - start;
const { user, system } = process.cpuUsage(startCpu);
const cpuMilliseconds = (user + system) / 1000;
process.stdout.write(JSON.stringify({ milliseconds, cpuMilliseconds, rss: process.memoryUsage.rss() }));
