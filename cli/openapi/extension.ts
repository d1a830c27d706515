import type { OperationName } from '../../shared/api/contract.ts';
import { contract } from '../../shared/api/contract.ts';
import type { OperationDefinition } from '../../shared/api/operations.ts';
import { descriptions } from './descriptions/descriptions.ts';

const note = '**Extension** to the seven operations.';
const noteOfReading = `${note} It only reads.`;

/** Whether an operation is none of the seven (docs/contract.md, Extensions). */
export const isExtension = (operation: OperationName): boolean => {
  const { extension }: OperationDefinition = contract[operation];
  return extension === true;
};

/** The description of an operation. That of an extension begins with a note. */
export const describeInWords = (operation: OperationName): string => {
  const { description } = descriptions[operation];
  if (!isExtension(operation)) return description;
  const { access, idempotent }: OperationDefinition = contract[operation];
  return `${access === 'bearer' || idempotent === true ? note : noteOfReading} ${description}`;
};
