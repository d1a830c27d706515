import type { TableDescription } from '@aws-sdk/client-dynamodb';
import { projectIndex } from '../../shared/consents/indexes.ts';
import { limits } from '../../shared/limits.ts';
import type { Question, Reading } from '../../shared/consents/reports/report.ts';
import type { Table } from '../../shared/store/client.ts';
import { note } from '../printing/output.ts';
import { describePrice, describeUnits, priceOf } from '../stage/read-price.ts';
import type { Stage } from '../stage/stage.ts';
import { describeTable } from '../stage/table-description.ts';

const cent = 0.01;

/** What decides whether consents themselves must be read. */
type Asked = Pick<Question, 'judge'>;

/** The upper bound for all consents of all accounts: at least one unit an item, and shared proofs counted once more. */
const estimateWhole = ({ TableSizeBytes = 0, ItemCount = 0 }: TableDescription): number =>
  ItemCount + (2 * TableSizeBytes) / limits.readUnitBytes;

/** Read units for the list of consents by project of all accounts, and for the consents; undefined if DynamoDB may not be asked. */
const estimate = async (table: Table, { judge }: Asked): Promise<number | undefined> => {
  try {
    const description = await describeTable(table);
    const { GlobalSecondaryIndexes = [] } = description;
    const { IndexSizeBytes = 0 } =
      GlobalSecondaryIndexes.find(({ IndexName }) => IndexName === projectIndex.name) ?? {};
    const listed = IndexSizeBytes / (2 * limits.readUnitBytes);
    return judge === undefined ? listed : listed + estimateWhole(description);
  } catch (error) {
    if (error instanceof Error && error.name === 'AccessDeniedException') return undefined;
    throw error;
  }
};

/** Announces the cost of a read, if it is above a cent or unknown. Local reads cost nothing. */
export const announceCost = async ({ isLocal, table }: Stage, asked: Asked): Promise<void> => {
  if (isLocal) return;
  const most = await estimate(table, asked);
  if (most === undefined) {
    note('The cost of reading is unknown: your credentials may not call dynamodb:DescribeTable.');
  } else if (priceOf(most) > cent) {
    note(
      `Reading takes up to ${describeUnits(most)}, ${describePrice(most)}: enough for the consents of all accounts.`,
    );
  }
};

/** What was read, in a line. */
export const describeReading = ({ consents, readUnits }: Reading): string => {
  const cost = priceOf(readUnits) > cent ? `, ${describePrice(readUnits)}` : '';
  return `Read ${consents.toLocaleString('en')} consents: ${describeUnits(readUnits)}${cost}.`;
};
