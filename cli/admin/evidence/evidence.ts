import { command } from '../command.ts';
import { verify } from './verify.ts';

export const evidence = command(
  'evidence',
  'Signed evidence: a document of one consent that others can verify without this register',
  'evidence verify evidence.json --key keys.json',
).addCommand(verify);
