import { readOwnLog } from '../config.ts';
import type { Table } from '../store/client.ts';
import { openTable } from '../store/client.ts';

const { LOG_TABLE_NAME: name } = readOwnLog();

const log = name === undefined ? undefined : openTable(name);

/** The log of the register; undefined where it keeps none. */
export const findLog = (): Table | undefined => log;
