import { command } from '../command.ts';
import { addKey } from './add-key.ts';
import { keys } from './keys.ts';
import { page } from './page.ts';
import { show } from './evidence/show.ts';
import { verify } from './verify.ts';

export const evidence = command(
  'evidence',
  'Evidence: signed documents that prove one consent each, and that others can verify without this register',
  'evidence show 019a0000000070008000000000000001 --out evidence.json --stage prod',
)
  .addCommand(show)
  .addCommand(verify)
  .addCommand(page)
  .addCommand(keys)
  .addCommand(addKey);
