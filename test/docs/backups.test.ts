import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { restorableDays, stackOutputs } from '../../shared/stage.ts';

const root = join(import.meta.dirname, '../..');
const read = (page: string): Promise<string> => readFile(join(root, page), 'utf8');

test.each(['README.md', 'SECURITY.md', 'docs/data-protection.md', 'docs/deploy.md', 'docs/restore.md'])(
  '%s: says how far back DynamoDB restores',
  async (page) => {
    expect(await read(page)).toMatch(new RegExp(`\\b${restorableDays} days\\b`));
  },
);

test.each(['docs/data-protection.md', 'docs/deploy.md', 'docs/restore.md'])(
  '%s: says that AWS Backup may keep longer what was erased',
  async (page) => {
    expect(await read(page)).toMatch(/`backupDays`/);
  },
);

test('the page that restores reads the vault from the outputs of the stack', async () => {
  expect(await read('docs/restore.md')).toContain(`$(output ${stackOutputs.backupVault})`);
  expect(await read('docs/deploy.md')).toContain(`\`${stackOutputs.backupDays}\``);
});

test('destroying says what goes first, and how the key is let go that nobody may delete', async () => {
  const deploy = await read('docs/deploy.md');
  const destroying = deploy.slice(deploy.indexOf('## Destroy a stage'));
  const order = [
    'aws events list-rules',
    'npx consent-register destroy',
    'aws dynamodb delete-table',
    'aws kms schedule-key-deletion',
  ];
  const places = order.map((command) => destroying.indexOf(command));

  expect(places).toEqual([...places].sort((one, other) => one - other));
  expect(places).not.toContain(-1);
  expect(destroying).toMatch(/`keyAdministratorRole`.+`put-key-policy`/s);
});
