import { nameErasuresTable, nameLogTable } from '../../../cli/local/create-table.ts';
import { openTable } from '../../../shared/store/table.ts';

const { TABLE_NAME = '' } = process.env;

/** The table of this test file, for arranging data and for looking at what is stored. */
export const table = openTable(TABLE_NAME);

/** The erasures table beside it. */
export const erasures = openTable(nameErasuresTable(TABLE_NAME));

/** The log table beside it. */
export const logTable = openTable(nameLogTable(TABLE_NAME));
