import { command } from '../command.ts';
import { keys } from './keys.ts';
import { resend } from './resend.ts';

export const events = command(
  'events',
  'Events: what other programs are told of consents and notices',
  'events keys --out event-keys.json --stage prod',
)
  .addCommand(keys)
  .addCommand(resend);
