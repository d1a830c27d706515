import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { OperationName } from '../shared/contract.ts';
import { indexes } from '../shared/store/table.ts';

/** What a function may do to items. A transaction needs the action of each of its parts and none of its own. */
type ItemAction = 'GetItem' | 'BatchGetItem' | 'PutItem' | 'UpdateItem' | 'ConditionCheckItem';

interface TableAccess {
  readonly items: readonly ItemAction[];
  /** Names of the indexes that may be queried; the table itself never is. */
  readonly queries?: readonly string[];
}

/** All that each operation may do. Nothing is scanned and nothing is deleted. */
const tableAccess: Readonly<Record<OperationName, TableAccess>> = {
  login: { items: ['GetItem', 'PutItem'] },
  details: { items: ['BatchGetItem'] },
  refreshToken: { items: ['GetItem', 'UpdateItem'] },
  addConsent: { items: ['BatchGetItem', 'PutItem'] },
  searchConsents: { items: ['BatchGetItem', 'GetItem'], queries: Object.values(indexes) },
  revokeConsent: { items: ['BatchGetItem', 'GetItem', 'UpdateItem', 'PutItem', 'ConditionCheckItem'] },
  getNotices: { items: ['BatchGetItem'] },
};

/** The statements of an operation's policy, each naming its actions and resources in full. */
export const allowTableAccess = (operation: OperationName, { tableArn }: TableV2): PolicyStatement[] => {
  const { items, queries = [] } = tableAccess[operation];
  const onItems = new PolicyStatement({
    actions: items.map((action) => `dynamodb:${action}`),
    resources: [tableArn],
  });
  if (queries.length === 0) return [onItems];
  const onIndexes = new PolicyStatement({
    actions: ['dynamodb:Query'],
    resources: queries.map((index) => `${tableArn}/index/${index}`),
  });
  return [onItems, onIndexes];
};
