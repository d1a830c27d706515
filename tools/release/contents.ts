import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Files that no package may have: of stages, keys, tests, somebody's data, and sources with their maps. */
const forbiddenPaths = /^(?:test|tools|stages|node_modules)\/|(?:^|\/)\.|\.(?:map|tsx?|pem|key|p12|log|tgz)$|\.test\./;

/** As its makers bundled it, it names a map that they did not publish with it. */
const rendererFile = 'dist/browser/renderer.js';

const isDeclaration = (path: string): boolean => path.endsWith('.d.ts');

const forbiddenTexts: Readonly<Record<string, RegExp>> = {
  'a private key': /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s*[A-Za-z\d+/=]{16}|"d":\s*"[\w-]{43}"/,
  'a key of AWS': /\b(?:AKIA|ASIA)[A-Z\d]{16}\b/,
  'a map to its sources': /^\/[/*][#@] sourceMappingURL=/m,
};

/** What is wrong with a file to pack, each in a line. */
export const findForbidden = (path: string, text: string): readonly string[] => [
  ...(forbiddenPaths.test(path) && !isDeclaration(path) ? [`${path} must not be packed.`] : []),
  ...Object.entries(forbiddenTexts)
    .filter(([what]) => path !== rendererFile || what !== 'a map to its sources')
    .flatMap(([what, pattern]) => (pattern.test(text) ? [`${path} has ${what}.`] : [])),
  ...(text.includes(root) ? [`${path} has a path of this machine.`] : []),
];
