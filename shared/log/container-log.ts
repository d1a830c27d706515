import * as v from 'valibot';
import { readEnvironment } from '../environment.ts';
import type { Table } from '../store/client.ts';
import { openTable } from '../store/client.ts';

const { LOG_TABLE_NAME: name } = readEnvironment(
  v.object({
    /** Name of the log table, if there is a log. */
    LOG_TABLE_NAME: v.optional(v.pipe(v.string(), v.nonEmpty())),
  }),
);

const log = name === undefined ? undefined : openTable(name);

/** The log of the register, or undefined. */
export const findLog = (): Table | undefined => log;
