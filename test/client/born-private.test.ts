import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../e2e/command.ts';
import { newFolder } from '../support/folder.ts';
import { needsProgram } from '../support/needs.ts';

const root = join(import.meta.dirname, '../..');

/** Notes each file that a program makes, with the mode that it has before anything can change it. */
const watchingFiles = `
import builtins, os, sys
os.umask(0)
born, opened = [], []
def open_natively(path, flags, mode=0o777, *, dir_fd=None, real=os.open):
    if flags & os.O_CREAT and not os.path.exists(path):
        born.append((path, mode))
        opened.append(path)
    return real(path, flags, mode, dir_fd=dir_fd)
def notice(event, words):
    if event == "open" and isinstance(words[0], str) and words[2] & os.O_CREAT and words[1] is not None and not os.path.exists(words[0]):
        born.append((words[0], 0o666))
os.open = open_natively
sys.addaudithook(notice)
`;

const programs = {
  'the token file of the Python client': `
from consent_register import FileStore
store = FileStore(place + "/tokens.json")
with store.lock():
    store.save({"access_token": "a", "refresh_token": "b"})
`,
  'the consents that the CRM recipe writes': `
import crm_sync
from datetime import timezone
class Register:
    def consents(self, filters):
        yield {"id": "1", "consentInformationPid": 1}
crm_sync.pull(Register(), "shop", crm_sync.Known(2, timezone.utc), place + "/consents.jsonl")
`,
};

test.each(Object.entries(programs))(
  '%s is private from the moment it is made',
  needsProgram('python3'),
  async (_, lines) => {
    const place = newFolder();
    const program = `${watchingFiles}\nplace = sys.argv[1]\n${lines}\nprint(*[f"{mode:04o}" for path, mode in born if path.startswith(place)])`;
    const { stdout, stderr } = await run('python3', ['-c', program, place], {
      PYTHONPATH: [join(root, 'client/python'), join(root, 'docs/recipes/python')].join(':'),
      PYTHONDONTWRITEBYTECODE: '1',
    });

    expect({ stdout, stderr }).toEqual({ stdout: expect.stringMatching(/^0600( 0600)*\n$/), stderr: '' });
  },
);

test('no program makes a file private after it has made it', () => {
  const files = globSync('{cli,client,docs/recipes}/**/*.{ts,js,php,py,sh}', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  });
  const changing = files.filter((file) => /\b(?:l|f)?chmod(?:Sync)?\b/.test(readFileSync(join(root, file), 'utf8')));

  expect(files.length).toBeGreaterThan(200);
  expect(changing).toEqual([]);
});
