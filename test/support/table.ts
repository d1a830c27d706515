import { nameErasuresTable, nameLogTable } from '../../cli/local/table.ts';
import { config } from '../../shared/config.ts';
import { openTable } from '../../shared/store/client.ts';

/** The table of this test file, for arranging data and for looking at what is stored. */
export const table = openTable(config.TABLE_NAME);

/** The erasures table beside it. */
export const erasures = openTable(nameErasuresTable(config.TABLE_NAME));

/** The log table beside it. */
export const logTable = openTable(nameLogTable(config.TABLE_NAME));
