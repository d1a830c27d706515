import { command } from '../command.ts';
import { erase } from './person/erase.ts';
import { erased } from './erased.ts';
import { exportPerson } from './cli-admin-person-export.ts';
import { show } from './cli-admin-person-show.ts';

export const person = command(
  'person',
  'People: everything recorded about one person, and its erasure',
  'person show email=ada@example.com --stage prod',
)
  .addCommand(show)
  .addCommand(exportPerson)
  .addCommand(erase)
  .addCommand(erased);
