import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { admin, adminData } from '../../support/call/admin.ts';
import { newFolder } from '../../support/make/machine.ts';

test('writes the page that verifies, without a register, and says its SHA-256', async () => {
  const file = join(newFolder(), 'verify.html');

  const told = await adminData('evidence', 'page', '--out', file);
  const page = await readFile(file);

  expect(page.toString()).toMatch(/^<!doctype html>/);
  expect(told).toEqual({ file, bytes: page.length, sha256: createHash('sha256').update(page).digest('hex') });
  expect(await admin('evidence', 'page', '--out', file)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('already exists. Name another file.'),
  });
});
