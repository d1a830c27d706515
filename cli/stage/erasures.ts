import type { Table } from '../../shared/store/client.ts';
import { needBeside, openBeside } from './named-table.ts';
import type { Stage } from './stage.ts';

/** The erasures table with a name. */
export const openErasures = (name: string): Table => openBeside(name, 'erasures table');

/**
 * The erasures table, for a command that needs it.
 *
 * @throws CommandError usage when nobody named it, unreachable when the stage has none yet
 */
export const needErasures = (stage: Stage): Table =>
  needBeside(stage.erasures, 'erasures table', stage, {
    option: '--erasures-table',
    output: 'ErasuresTableName',
    missing: `${stage.label} has no erasures table yet. Deploy the stage again to create it (docs/operations.md, Update).`,
  });
