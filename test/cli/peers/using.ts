import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Outcome } from '../../e2e/command.ts';
import { run } from '../../e2e/command.ts';
import { newFolder } from '../../support/make/machine.ts';

/** A package that no registry has. */
export const peerName = 'consent-register-peer';

const urlOf = (file: string): string => pathToFileURL(join(import.meta.dirname, file)).href;

/** A folder without packages. */
const elsewhere = newFolder();

/** What a command does that needs the package: it prints what the package says. */
export const usePeer = (
  cache: string,
  { permission = 'yes', folder = elsewhere, range = '^1.2.0' } = {},
  settings: NodeJS.ProcessEnv = {},
): Promise<Outcome> =>
  run(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { usePeers } from '${urlOf('../../../cli/peers/peers.ts')}';
import { attempt } from '${urlOf('../../../cli/command-error.ts')}';
import { loadPackage } from '${urlOf('load-package.ts')}';
process.chdir(${JSON.stringify(folder)});
process.exitCode = await attempt(async () => {
  await usePeers('\`deploy\`', { name: 'peer', packages: { '${peerName}': '${range}' }, megabytes: 1 }, '${permission}');
  const { says } = await loadPackage('${peerName}');
  process.stdout.write(says);
});`,
    ],
    { XDG_CACHE_HOME: cache, ...settings },
  );

/** Where it is installed. */
export const folderOfPeer = (cache: string): string => join(cache, 'consent-register/peer-1.2.0');

/** What is said before npm runs. */
export const saysInstalling = (cache: string): string =>
  `Installing ${peerName}@^1.2.0 into ${folderOfPeer(cache)} (about 1 MB) …\n`;
