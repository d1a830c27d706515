import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { chooseHints, forReader, namePagesIn } from '../../../cli/output/format.ts';
import { program } from '../../../cli/program.ts';

const root = join(import.meta.dirname, '../../..');

test('a page is named as a shell elsewhere opens it', () => {
  const message = 'Clean up first (docs/deploy.md, After a rollback). docs/commands.md says which role may.';

  expect(namePagesIn(message, root, join(root, '..'))).toBe(
    message.replaceAll('docs/', `${root.split('/').at(-1)}/docs/`),
  );
  expect(namePagesIn(message, root, '/somewhere')).toBe(message.replaceAll('docs/', `${root}/docs/`));
  expect(forReader(message)).toBe(message);
  vi.spyOn(process, 'cwd').mockReturnValueOnce('/somewhere');
  expect(forReader(message)).toBe(message.replaceAll('docs/', `${root}/docs/`));
});

test.each(['docs/shop.md', 'my/docs/deploy.md', '../docs/deploy.md', 'https://shop.example/docs/deploy.md'])(
  '%s is somebody else’s',
  (path) => {
    expect(namePagesIn(path, root, '/somewhere')).toBe(path);
  },
);

test.each([
  [['account', 'show', 'x', '--local'], 'Run `account list`.', 'Run `npm run admin -- account list --local`.'],
  [[], '`doctor` says what to do.', '`npm run admin -- doctor` says what to do.'],
  [
    ['--stage=prod', 'user', 'show', '1', '--account', "Ada's Shop"],
    '`user list` and `account list`',
    "`npm run admin -- user list --stage prod --account 'Ada'\\''s Shop'` and `npm run admin -- account list --stage prod`",
  ],
  [['--local'], '`consent show`', '`npm run admin -- consent show <id> --local`'],
  [['--local'], '`erasure refuse 1f --reason`', '`npm run admin -- erasure refuse 1f --reason <text> --local`'],
  [['--local'], '`user key end 2 --yes`', '`npm run admin -- user key end 2 <key> --yes --local`'],
  [
    ['--table', 't-1', '--region', 'eu-west-1'],
    '`notice retire privacy --undo`',
    '`npm run admin -- notice retire privacy --undo --table t-1 --region eu-west-1`',
  ],
])('%j: a command in a message is a line that works where that one does', (words, message, says) => {
  chooseHints(program, words);

  expect(forReader(message)).toBe(says);
});

test.each(['`add` answers 422', 'option `evidence`', '`user`', '`account lists`', '`npm start`', '`kill 12`'])(
  '%s names no command',
  (message) => {
    chooseHints(program, ['--local']);

    expect(forReader(message)).toBe(message);
  },
);
