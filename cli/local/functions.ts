import type { OperationDefinition } from '../../shared/contract.ts';
import { contract } from '../../shared/contract.ts';
import type { HttpFunction } from '../../shared/operation.ts';

/** Route key of an operation, as API Gateway writes it. */
const toRouteKey = ({ path }: Pick<OperationDefinition, 'path'>): string => `POST ${path}`;

/** The real functions by route key. Loads them, so the environment must be set before. */
export const loadFunctions = async (): Promise<ReadonlyMap<string, HttpFunction>> =>
  new Map(
    await Promise.all(
      Object.values(contract).map(async (operation): Promise<[string, HttpFunction]> => {
        const file = new URL(`../../functions${operation.path}.ts`, import.meta.url);
        const { handler } = await import(file.href);
        return [toRouteKey(operation), handler];
      }),
    ),
  );
