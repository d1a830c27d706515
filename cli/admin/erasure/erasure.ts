import { command } from '../command.ts';
import { list } from './list.ts';

export const erasure = command(
  'erasure',
  'Erasures: which consents were erased, when and how far',
  'erasure list --stage prod',
).addCommand(list);
