#!/usr/bin/env node
// The one entry, of a clone and of the installed package. Any Node.js must be able to read this file, to say what to do: it is
// JavaScript without new syntax, and imports what every version has.
import { existsSync, readFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const range = JSON.parse(readFileSync(`${root}package.json`, 'utf8')).engines.node;

/** Whether a version is in a range such as `^22.22.2 || >=26`. */
const isIn = (version, wanted) => {
  const [major, minor, patch] = version.split('.').map(Number);
  return wanted.split('||').some((part) => {
    const [, sign, from] = /(\^|>=)(\S+)/.exec(part);
    const [fromMajor, fromMinor = 0, fromPatch = 0] = from.split('.').map(Number);
    if (major !== fromMajor) return sign === '>=' && major > fromMajor;
    return minor > fromMinor || (minor === fromMinor && patch >= fromPatch);
  });
};

const refuse = (message) => {
  console.error(`consent-register: ${message}`);
  process.exitCode = 5;
};

/** Where Node.js keeps what it compiled: a command begins in half the time. */
const cache = existsSync(`${root}node_modules`)
  ? `${root}node_modules/.cache/compiled`
  : `${root}../.cache/consent-register`;

if (isIn(process.versions.node, range)) {
  nodeModule.enableCompileCache(cache);
  const begun = import('./main.ts').then(({ runProcess }) => runProcess());
  begun.catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || !/^Cannot find package/.test(error.message)) throw error;
    refuse(`The packages are not all installed. Run npm ci, in ${process.cwd()}.`);
  });
} else {
  const own = existsSync(`${root}node_modules/node`)
    ? ' The clone has its own: npm start, or npm run admin -- ...'
    : '';
  const coming = existsSync(`${root}package-lock.json`) ? ' npm ci brings it.' : '';
  refuse(`Node.js ${range} is needed, and this is ${process.versions.node}.${own || coming}`);
}
