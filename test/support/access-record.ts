import type { Caller } from './actor.ts';
import { readNotes } from './run-record.ts';
import type { TableAction } from './table-call.ts';

/** What one function or command did to the table, or asked of another service: its id, such as `Secrets Manager`. */
export interface RecordedAccess extends TableAction {
  readonly actor: Caller;
  readonly service?: string;
  readonly secretId?: string;
  /** Of the key that is described. */
  readonly keyId?: string;
}

/** What functions and commands did in all test files of the run. */
export const readRecord = (): readonly RecordedAccess[] => readNotes<RecordedAccess[]>('access').flat();
