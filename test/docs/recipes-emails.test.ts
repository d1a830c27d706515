import { join } from 'node:path';
import { expect, test } from 'vitest';
import { normaliseValue } from '../../shared/schema/matching.ts';
import { run } from '../e2e/command.ts';
import { reportedValues } from '../support/compared-values.ts';
import { needsProgram } from '../support/needs.ts';
import { recipes } from './recipes/program.ts';

const emails = [
  ...reportedValues.filter(({ key }) => key === 'email').flatMap(({ recorded, asked }) => [recorded, asked]),
  'ADA@BÜCHER.EXAMPLE',
  'ada@bu\u0308cher.example',
  '"a@b"@例え.テスト',
  'ﬁona@ﬁsh.example',
  'ada@ｅxample.com',
  'ada@example。com',
  'ada@x².example',
  'ada@bücher_.example',
  'ada@١.example',
  `ada@ü${'a'.repeat(63)}.example`,
  'ı@İ.example',
  'K\u1160\u3164\u{e0001}\u{1bca0} \u2003 a',
  'e\u034f\u0301@example.com',
  '',
  '\u00ad',
  '@ü',
];

test('the recipe for a CRM tells mailboxes apart as the register does', needsProgram('python3'), async () => {
  const program =
    'import json, sys, crm_sync\nprint(json.dumps([crm_sync.fold(text) for text in json.loads(sys.argv[1])]))';
  const { stdout, stderr } = await run('python3', ['-c', program, JSON.stringify(emails)], {
    PYTHONPATH: [join(recipes, 'python'), join(recipes, '../../client/python')].join(':'),
    PYTHONDONTWRITEBYTECODE: '1',
  });

  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual(emails.map((email) => normaliseValue('email', email)));
});
