import { command, offline } from '../command.ts';
import { CommandError } from '../command-error.ts';

/** A host name or an IP address. A URL accepts other characters too; in the page's policy some of them would be a wildcard, or begin another rule. */
const isHost = (host: string): boolean => /^(?:[a-z\d_-]+(?:\.[a-z\d_-]+)*\.?|\[[\da-f:.]+\])$/.test(host);

/** The origin of a service: https, or http for this machine. */
const readService = (text: string): string => {
  const url = URL.parse(text);
  const isHere = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (
    url !== null &&
    (url.protocol === 'https:' || isHere) &&
    url.origin === text.replace(/\/$/, '') &&
    isHost(url.hostname)
  )
    return url.origin;
  throw new CommandError(
    '--api must be the URL of the API without a path, such as https://consents.shop.example',
    'usage',
  );
};

const build = command(
  'build',
  'Writes the files of the console for any web server',
  'console build --out console-files --api https://consents.shop.example',
)
  .requiredOption('--out <folder>', 'folder to write to: an empty one, or one with an older console')
  .option('--api <url>', "URL of the API, if it differs from the page's own origin")
  .action(
    offline(async ({ out, api }) => {
      const { writeConsole } = await import('../console-folder.ts');
      const files = await writeConsole(out, api === undefined ? undefined : readService(api));
      return { data: { folder: out, files }, text: `${out}: ${files.join(', ')}` };
    }),
  );

export const consoleFiles = command(
  'console',
  'The console: its files for a web server',
  'console build --out console-files',
).addCommand(build);
