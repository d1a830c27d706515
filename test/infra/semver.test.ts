import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { satisfies } from '../../infra/semver.ts';

const jsonwebtoken = createRequire(import.meta.url).resolve('jsonwebtoken');
const semver = createRequire(jsonwebtoken)('semver');

const ranges = globSync('lib/*.js', { cwd: dirname(jsonwebtoken) })
  .map((file) => readFileSync(join(dirname(jsonwebtoken), file), 'utf8'))
  .flatMap((code) => [...code.matchAll(/satisfies\(process\.version, '([^']+)'\)/g)].map(([, range = '']) => range));

test('jsonwebtoken gets from the stand-in what semver would answer on the oldest Node of the runtime', () => {
  expect(ranges).toHaveLength(3);
  for (const range of ranges) expect(satisfies('v24.0.0', range)).toBe(semver.satisfies('v24.0.0', range));
});

test('the stand-in refuses any other question', () => {
  expect(() => satisfies('v24.0.0', '>=18.0.0')).toThrow('>=18.0.0');
});
