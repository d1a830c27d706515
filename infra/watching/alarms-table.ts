import { alarms } from './alarms.ts';

/** The page of alarms with the meaning of each in the second cell of its row. @throws Error when an alarm has no row */
export const writeAlarms = (page: string): string =>
  Object.entries(alarms).reduce((written, [name, { meaning }]) => {
    const cell = new RegExp(`(?<=^\\| \`${name}\` \\|)[^|]*(?=\\|)`, 'm');
    if (!cell.test(written)) throw new Error(`docs/operations.md has no row of the alarm ${name}.`);
    return written.replace(cell, () => ` ${meaning} `);
  }, page);
