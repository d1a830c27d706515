import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeCheck } from './recipes/check-suite.ts';
import { describeClients, describeNotices, describeSyntax } from './recipes/client-suite.ts';
import { describeCrmExports } from './recipes/crm-export-suite.ts';
import { describeCrmSync } from './recipes/crm-suite.ts';
import { describeCrmWithdrawals } from './recipes/crm-withdrawal-suite.ts';
import { recipes } from './recipes/program.ts';
import { useRegister } from './recipes/register.ts';
import { describeUnsubscribe } from './recipes/unsubscribe-suite.ts';

const register = useRegister();

test('the index lists the recipes that there are, and the clients', async () => {
  const index = await readFile(join(recipes, 'README.md'), 'utf8');
  const listed = [...index.matchAll(/^\| \[`(.+?)`\]\((.+?)\) \|/gm)].map(([, text, target]) => [text, target]);
  const there = [...globSync('{php,python,node,wordpress}/*.{php,py,js}', { cwd: recipes }), 'laravel'];

  expect(listed.map(([text]) => text).sort()).toEqual(there.sort());
  for (const [text, target] of listed) expect(target).toBe(text);
  expect(globSync('*/', { cwd: recipes }).sort()).toEqual(['laravel', 'node', 'php', 'python', 'wordpress']);
});

describeUnsubscribe(register);
describeCheck(register);
describeCrmSync(register);
describeCrmWithdrawals(register);
describeCrmExports(register);
describeClients(register);
describeNotices(register);
describeSyntax();
