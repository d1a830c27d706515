import type { Caller } from './actor.ts';
import { readNotes } from './run-record.ts';
import type { TableAction } from './table-call.ts';

/** What one function or command did to the table. */
export interface RecordedAccess extends TableAction {
  readonly actor: Caller;
}

/** What functions and commands did to tables in all test files of the run. */
export const readRecord = (): readonly RecordedAccess[] => readNotes<RecordedAccess[]>('access').flat();
