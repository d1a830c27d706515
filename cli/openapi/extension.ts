import type { OperationName } from '../../shared/contract.ts';
import { contract } from '../../shared/contract.ts';
import { descriptions } from '../../shared/descriptions/descriptions.ts';
import type { OperationDefinition } from '../../shared/operation-definition.ts';

const note = '**An extension**, beyond the seven operations: it only reads, and changes nothing in them.';

/** Whether an operation is beyond the seven (docs/contract.md, Extensions). */
export const isExtension = (operation: OperationName): boolean => {
  const { extension }: OperationDefinition = contract[operation];
  return extension === true;
};

/** What to know of an operation; of an extension first that it is one. */
export const describeInWords = (operation: OperationName): string => {
  const { description } = descriptions[operation];
  return isExtension(operation) ? `${note} ${description}` : description;
};
