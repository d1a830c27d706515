import type { OperationName } from '../../shared/api/contract.ts';
import { contract } from '../../shared/api/contract.ts';
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
