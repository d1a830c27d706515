import { openNamedTable, openStage } from './deployed.ts';
import { openLocalStage } from './local.ts';
import type { Selection } from './selection.ts';
import { checkSelection } from './selection.ts';
import type { Stage } from './stage.ts';

/** @throws CommandError when it is unclear what to work on, or it does not exist */
export const open = async (selection: Selection): Promise<Stage> => {
  checkSelection(selection);
  const { stage, table, region } = selection;
  if (stage !== undefined) return openStage(stage, region);
  if (table !== undefined) return openNamedTable(table, selection);
  return openLocalStage();
};

/** The selection as typed, for messages about a stage that could not be opened. */
export const describeSelection = ({ stage, table }: Selection): string => {
  if (stage !== undefined) return `stage ${stage}`;
  return table === undefined ? 'the local service' : `table ${table}`;
};
