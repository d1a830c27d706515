import { globSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { contract } from '../../shared/api/contract.ts';

test('every operation of the contract is one file, at its path', () => {
  const others = [
    'jobs/**',
    'console/**',
    'links/**',
    'confirmations/**',
    'environment.ts',
    'key-file.ts',
    'listing.ts',
    'no-operation.ts',
    'public-page.ts',
  ].map((name) => `functions/${name}`);
  const files = globSync('functions/**/*.ts', { cwd: join(import.meta.dirname, '../..'), exclude: others });

  expect(files.map(normalize).sort()).toEqual(
    Object.values(contract)
      .map(({ path }) => `functions${path}.ts`)
      .sort(),
  );
});
