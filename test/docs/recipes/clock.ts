import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Lets ten minutes go by for a site: for the clock of a program, and in the files of PHP, where `time()` cannot be set. */
export const letTenMinutesGoBy = (state: string): void => {
  const clock = join(state, 'clock');
  const ahead = existsSync(clock) ? Number(readFileSync(clock, 'utf8')) : 0;
  writeFileSync(clock, String(ahead + 600));
  for (const file of globSync('*notice*', { cwd: state })) {
    const path = join(state, file);
    const aged = readFileSync(path, 'utf8').replace(/\b1\d{9}\b/, (seconds) => String(Number(seconds) - 600));
    writeFileSync(path, aged);
  }
};
