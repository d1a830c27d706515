import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { OperationName } from '../shared/contract.ts';
import { projectIndex } from '../shared/store/table.ts';

/** What a function may do to items. A transaction needs the action of each of its parts and none of its own. */
type ItemAction = 'GetItem' | 'BatchGetItem' | 'PutItem' | 'UpdateItem' | 'ConditionCheckItem';

interface TableAccess {
  readonly items: readonly ItemAction[];
  /** Whether lists of consents may be queried, in the table and in its index. */
  readonly queries?: true;
  /** Pattern of the partitions of the only items that may be put, where it may not put any other. */
  readonly puts?: string;
}

/** All that each operation may do. Nothing is scanned and nothing is deleted. */
const tableAccess: Readonly<Record<OperationName, TableAccess>> = {
  login: { items: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'] },
  details: { items: ['BatchGetItem'] },
  refreshToken: { items: ['GetItem', 'UpdateItem'] },
  addConsent: { items: ['BatchGetItem', 'PutItem'] },
  searchConsents: { items: ['BatchGetItem', 'GetItem'], queries: true, puts: 'ACCOUNT#*#TALLY#*' },
  revokeConsent: { items: ['BatchGetItem', 'GetItem', 'UpdateItem', 'PutItem', 'ConditionCheckItem'] },
  getNotices: { items: ['BatchGetItem'] },
};

/** The statements of an operation's policy, each naming its actions and resources in full. */
export const allowTableAccess = (operation: OperationName, { tableArn }: TableV2): PolicyStatement[] => {
  const { items, queries, puts } = tableAccess[operation];
  const allow = (actions: readonly string[], resources: string[], conditions = {}): PolicyStatement =>
    new PolicyStatement({ actions: actions.map((action) => `dynamodb:${action}`), resources, conditions });
  const within = (partitions: string) => ({ 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [partitions] } });
  return [
    allow(items, [tableArn]),
    ...(queries ? [allow(['Query'], [tableArn, `${tableArn}/index/${projectIndex.name}`], within('ACCOUNT#*'))] : []),
    ...(puts ? [allow(['PutItem'], [tableArn], within(puts))] : []),
  ];
};
