import { command } from '../command.ts';

export const evidence = command(
  'evidence',
  'Signed evidence: a document of one consent that others can verify without this register',
  'evidence --local',
);
