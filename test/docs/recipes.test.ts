import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeCheck } from './recipes/check-suite.ts';
import { describeCrmExports } from './recipes/crm-export-suite.ts';
import { describeCrmSync } from './recipes/crm-suite.ts';
import { describeCrmWithdrawals } from './recipes/crm-withdrawal-suite.ts';
import { describeEvidence } from './recipes/evidence-suite.ts';
import { chooseExtent } from './recipes/extent.ts';
import { describeMailing } from './recipes/mailing-suite.ts';
import { recipes } from './recipes/program.ts';
import { useRegister } from './recipes/register.ts';
import { describeUnsubscribe } from './recipes/unsubscribe-suite.ts';

const register = useRegister();
chooseExtent('gate');

test('the index lists the recipes that there are, and the clients', async () => {
  const index = await readFile(join(recipes, 'README.md'), 'utf8');
  const listed = [...index.matchAll(/^\| \[`(.+?)`\]\((.+?)\) \|/gm)].map(([, text, target]) => [text, target]);
  const there = [
    ...globSync('{curl,go,php,python,node,wordpress}/*.{sh,go,php,py,js}', {
      cwd: recipes,
      exclude: ['**/consent-register-client.php'],
    }),
    'laravel',
  ];

  expect(listed.map(([text]) => text).sort()).toEqual(there.sort());
  for (const [text, target] of listed) expect(target).toBe(text);
  expect(globSync('*/', { cwd: recipes }).sort()).toEqual([
    'curl',
    'go',
    'import',
    'laravel',
    'node',
    'php',
    'python',
    'wordpress',
  ]);
});

test('every page has the same head: readable on a telephone, and tables with borders', async () => {
  const files = globSync('**/*.{php,py,js}', { cwd: recipes, exclude: ['**/node_modules/**'] });
  const texts = await Promise.all(files.map((file) => readFile(join(recipes, file), 'utf8')));
  const heads = texts.flatMap((text) => text.match(/<html lang="en">.*?(?=\s*(?:<p>|\$\{html\}))/s) ?? []);
  const asServed = heads.map((head) => head.replaceAll(/([{}])\1/g, '$1').replaceAll(/\s+/g, ' '));

  expect(heads).toHaveLength(texts.filter((text) => text.includes('<!doctype html>')).length);
  expect([...new Set(asServed)]).toEqual([
    expect.stringMatching(
      /<meta name="viewport" content="width=device-width">.*<style>.*table { border-collapse: collapse } th, td { border: 1px solid; padding: 0\.25em 0\.5em }<\/style>$/,
    ),
  ]);
});

describeUnsubscribe(register);
describeCheck(register);
describeEvidence(register);
describeMailing(register);
describeCrmSync(register);
describeCrmWithdrawals(register);
describeCrmExports(register);
