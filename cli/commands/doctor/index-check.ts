import { isDeepStrictEqual } from 'node:util';
import type { GlobalSecondaryIndexDescription, TableDescription } from '@aws-sdk/client-dynamodb';
import type { ConsentIndex } from '../../../shared/consents/indexes.ts';
import { consentIndexes } from '../../../shared/consents/indexes.ts';
import { toKeyAttribute, toKeySchema } from '../../table-shape.ts';
import type { Stage } from '../../stage/stage.ts';
import { describeTable } from '../../stage/table-description.ts';
import type { Check } from './finding.ts';
import { ok, wrong } from './finding.ts';
import { addIndex, deleteIndex, toLine } from './remedy.ts';

/** The problem with an index. */
interface Flaw {
  readonly index: ConsentIndex;
  readonly says: string;
  readonly remedy: 'wait' | 'add' | 'replace';
}

const hasKeys = (index: ConsentIndex, found: GlobalSecondaryIndexDescription, table: TableDescription): boolean =>
  isDeepStrictEqual(found.KeySchema, toKeySchema(index.partitionKey)) &&
  table.AttributeDefinitions?.some((attribute) => isDeepStrictEqual(attribute, toKeyAttribute(index))) === true;

const lackingAttributes = ({ nonKeyAttributes }: ConsentIndex, { Projection }: GlobalSecondaryIndexDescription) =>
  Projection?.ProjectionType === 'ALL'
    ? []
    : nonKeyAttributes.filter((name) => !Projection?.NonKeyAttributes?.includes(name));

const examine = (index: ConsentIndex, table: TableDescription): Flaw | undefined => {
  const found = table.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === index.name);
  if (found === undefined) return { index, says: 'missing', remedy: 'add' };
  const { IndexStatus = 'unknown' } = found;
  if (!['ACTIVE', 'UPDATING'].includes(IndexStatus)) return { index, says: IndexStatus, remedy: 'wait' };
  if (!hasKeys(index, found, table)) return { index, says: 'has other keys', remedy: 'replace' };
  const lacking = lackingAttributes(index, found);
  return lacking.length === 0 ? undefined : { index, says: `lacks ${lacking.join(', ')}`, remedy: 'replace' };
};

/** The next step: DynamoDB adds or deletes one index at a time, and cannot change one. */
const advise = async (stage: Stage, flaw: Flaw): Promise<string> => {
  const { name } = flaw.index;
  switch (flaw.remedy) {
    case 'wait':
      return `Wait until ${name} is ACTIVE or gone, then run \`doctor\` again.`;
    case 'add':
      return `Add it, then run \`doctor\` again. ${await toLine(stage, addIndex(flaw.index))}`;
    case 'replace':
      return `Delete it, then run \`doctor\` again, which says how to add it. Searches by ${name} fail until then. ${await toLine(stage, deleteIndex(flaw.index))}`;
  }
};

export const indexes: Check = {
  name: 'indexes',
  look: async (stage) => {
    const description = await describeTable(stage.table);
    const flaws = consentIndexes.map((index) => examine(index, description)).filter((flaw) => flaw !== undefined);
    const next = flaws.find(({ remedy }) => remedy === 'wait') ?? flaws[0];
    if (next === undefined) return ok(consentIndexes.map(({ name }) => name).join(', '));
    return wrong(flaws.map(({ index, says }) => `${index.name} ${says}`).join('; '), await advise(stage, next));
  },
};
