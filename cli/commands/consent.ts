import { command } from '../command.ts';
import { due } from './due.ts';
import { exportConsents } from './export.ts';
import { importConsents } from './import.ts';
import { list } from './consent/list.ts';
import { purge } from './purge.ts';
import { show } from './show.ts';

export const consent = command(
  'consent',
  'Consents: who agreed to what, when, and whether it is in force',
  'consent list --notice newsletter --state active --stage prod',
)
  .addCommand(list)
  .addCommand(show)
  .addCommand(due)
  .addCommand(exportConsents)
  .addCommand(importConsents)
  .addCommand(purge);
