import { command } from '../command.ts';
import { keys } from './cli-admin-events-keys.ts';
import { resend } from './resend.ts';

export const events = command(
  'events',
  'Events: messages to other programs about consents and notices',
  'events keys --out event-keys.json --stage prod',
)
  .addCommand(keys)
  .addCommand(resend);
