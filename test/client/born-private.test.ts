import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../e2e/command.ts';
import { needsProgram, newFolder } from '../support/make/machine.ts';

const root = join(import.meta.dirname, '../..');

/** Notes each file that a program makes, with the mode that it has before anything can change it. */
const watchingFiles = `
import builtins, os, sys
os.umask(0)
born = []
def open_natively(path, flags, mode=0o777, *, dir_fd=None, real=os.open):
    if flags & os.O_CREAT and not os.path.exists(path):
        born.append((path, mode))
    return real(path, flags, mode, dir_fd=dir_fd)
def notice(event, words):
    if event == "open" and isinstance(words[0], str) and words[2] & os.O_CREAT and words[1] is not None and not os.path.exists(words[0]):
        born.append((words[0], 0o666))
os.open = open_natively
sys.addaudithook(notice)
`;

const saveTokens = `
from consent_register import FileStore
place = sys.argv[1]
store = FileStore(place + "/tokens.json")
with store.lock():
    store.save({"access_token": "a", "refresh_token": "b"})
print(*[f"{mode:04o}" for path, mode in born if path.startswith(place)])
`;

test('the token file of the Python client is private from the moment it is made', needsProgram('python3'), async () => {
  const { stdout, stderr } = await run('python3', ['-c', `${watchingFiles}\n${saveTokens}`, newFolder()], {
    PYTHONPATH: join(root, 'client/python'),
    PYTHONDONTWRITEBYTECODE: '1',
  });

  expect({ stdout, stderr }).toEqual({ stdout: '0600 0600\n', stderr: '' });
});

test('no program makes a file private after it has made it', () => {
  const files = globSync('{cli,client,docs/examples}/**/*.{ts,mjs,php,py,sh}', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  });
  const changing = files.filter((file) => /\b(?:l|f)?chmod(?:Sync)?\b/.test(readFileSync(join(root, file), 'utf8')));

  expect(files.length).toBeGreaterThan(100);
  expect(changing).toEqual([]);
});

test('nobody else can write what a command makes, whatever the umask', { timeout: 60_000 }, async () => {
  const page = join(newFolder(), 'verify.html');
  const line = 'umask 0; "$0" cli/bin.js evidence page --out "$1"';
  const { exitCode } = await run('bash', ['-c', line, process.execPath, page]);

  expect(exitCode).toBe(0);
  expect((statSync(page).mode & 0o777).toString(8)).toBe('644');
});
