import { command } from '../command.ts';
import { list } from './list.ts';

export const erasure = command(
  'erasure',
  'Erasures: which consents were erased, when, and what remains of them',
  'erasure list --stage prod',
).addCommand(list);
