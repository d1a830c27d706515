import { command } from '../command.ts';
import { show } from './show.ts';

export const consent = command(
  'consent',
  'Consents: who agreed to what, when, and whether it holds',
  'consent show 019a0000000070008000000000000001 --stage prod',
).addCommand(show);
