import type { OperationName } from '../../shared/api/contract.ts';
import { contract } from '../../shared/api/contract.ts';
import type { OperationDefinition } from '../../shared/api/operations.ts';
import type { Example } from './descriptions/description.ts';
import { descriptions } from './descriptions/descriptions.ts';

/** An example with its operation. */
export interface Step extends Example {
  readonly operation: OperationName;
}

export const operationNames = Object.keys(contract).filter((name): name is OperationName => name in contract);

const positionOf = ({ step = Number.MAX_SAFE_INTEGER }: Step): number => step;

/** The first example of each operation, in the order in which they can be called. */
export const mainSteps: readonly Step[] = operationNames
  .flatMap((operation) =>
    Object.values(descriptions[operation].examples)
      .slice(0, 1)
      .map((example) => ({ operation, ...example })),
  )
  .toSorted((one, other) => positionOf(one) - positionOf(other));

const note = '**Extension** to the seven operations.';
const noteOfReading = `${note} It only reads.`;

/** Whether an operation is none of the seven (docs/api.md, Extensions). */
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
