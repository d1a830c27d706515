import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { newFolder } from '../../support/make/machine.ts';

/** For the rest of the test, a home directory with nothing but this AWS configuration. */
export const useHome = (awsConfig = ''): void => {
  const home = newFolder();
  mkdirSync(join(home, '.aws'));
  writeFileSync(join(home, '.aws', 'config'), awsConfig);
  vi.stubEnv('HOME', home);
  for (const name of ['AWS_PROFILE', 'AWS_CONFIG_FILE', 'AWS_SHARED_CREDENTIALS_FILE', 'AWS_DEFAULT_REGION']) {
    vi.stubEnv(name, undefined);
  }
};

/** For the rest of the test, a shell in which nobody has logged in to AWS. */
export const logOut = (): void => {
  useHome();
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN']) vi.stubEnv(name, undefined);
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
};
