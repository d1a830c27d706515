import { command } from '../command.ts';
import { show } from './show.ts';

export const person = command(
  'person',
  'People: everything that is held of one of them',
  'person show email=ada@example.com --stage prod',
).addCommand(show);
