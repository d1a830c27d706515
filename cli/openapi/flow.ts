import type { OperationName } from '../../shared/api/contract.ts';
import { contract } from '../../shared/api/contract.ts';
import type { Example } from './descriptions/description.ts';
import { descriptions } from './descriptions/descriptions.ts';

/** An example with its operation. */
export interface Step extends Example {
  readonly operation: OperationName;
}

export const operationNames = Object.keys(contract).filter((name): name is OperationName => name in contract);

const examplesOf = (operation: OperationName): Step[] =>
  Object.values(descriptions[operation].examples).map((example) => ({ operation, ...example }));

const positionOf = ({ step = Number.MAX_SAFE_INTEGER }: Step): number => step;

const inOrder = (steps: readonly Step[]): readonly Step[] =>
  steps.toSorted((one, other) => positionOf(one) - positionOf(other));

/** The first example of each operation, in the order of the flow. */
export const mainSteps: readonly Step[] = inOrder(operationNames.flatMap((name) => examplesOf(name).slice(0, 1)));

/** The whole flow with the demo data. */
export const flow: readonly Step[] = inOrder(
  operationNames.flatMap(examplesOf).filter(({ step }) => step !== undefined),
);

/** All members that answers of the flow keep for later requests. */
export const keptMembers: ReadonlySet<string> = new Set(flow.flatMap(({ keeps = [] }) => keeps));
