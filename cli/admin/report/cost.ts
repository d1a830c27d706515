import type { TableDescription } from '@aws-sdk/client-dynamodb';
import { projectIndex } from '../../../shared/consents/indexes.ts';
import { limits } from '../../../shared/limits.ts';
import type { Question, Reading } from '../../../shared/reports/report.ts';
import type { Table } from '../../../shared/store/client.ts';
import { note } from '../printing/output.ts';
import { describePrice, describeUnits, priceOf } from '../stage/read-price.ts';
import type { Stage } from '../stage/stage.ts';
import { describeTable } from '../stage/table-description.ts';

const cent = 0.01;

/** What decides whether consents themselves are read. */
type Asked = Pick<Question, 'judge'>;

/** At most those of all consents, of all accounts: one at least for each item, and proofs that consents share once more. */
const estimateWhole = ({ TableSizeBytes = 0, ItemCount = 0 }: TableDescription): number =>
  ItemCount + (2 * TableSizeBytes) / limits.readUnitBytes;

/** Read units of the whole list of consents by project, of all accounts, and of the consents; undefined where DynamoDB may not be asked. */
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

/** Says what reading is about to cost, where it is more than a cent or is not known. What is local costs nothing. */
export const announceCost = async ({ isLocal, table }: Stage, asked: Asked): Promise<void> => {
  if (isLocal) return;
  const most = await estimate(table, asked);
  if (most === undefined) {
    note('What reading costs is not known beforehand: these credentials may not call dynamodb:DescribeTable.');
  } else if (priceOf(most) > cent) {
    note(
      `Reading takes up to ${describeUnits(most)}, ${describePrice(most)}: as much as the consents of all accounts have.`,
    );
  }
};

/** What reading took, in a line. */
export const describeReading = ({ consents, readUnits }: Reading): string => {
  const cost = priceOf(readUnits) > cent ? `, ${describePrice(readUnits)}` : '';
  return `Read ${consents.toLocaleString('en')} consents: ${describeUnits(readUnits)}${cost}.`;
};
