import { contract } from '../../shared/contract.ts';
import type { HttpFunction } from '../../shared/operation.ts';
import type { OperationDefinition } from '../../shared/operation-definition.ts';
import { signpostRoutes } from '../../shared/signpost.ts';
import { handler as signpost } from '../../functions/signpost/signpost.ts';

/** Route key of an operation, as API Gateway writes it. */
const toRouteKey = ({ path }: Pick<OperationDefinition, 'path'>): string => `POST ${path}`;

/** Handlers for requests that are for no operation, by route key. */
export const signpostFunctions: ReadonlyMap<string, HttpFunction> = new Map(
  signpostRoutes.map(({ method, path }) => [`${method} ${path}`, signpost]),
);

/** The real functions of the operations by route key. It loads them, so set the environment first. */
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
