import type { OperationDefinition } from '../../shared/operation-definition.ts';

/** Route key of an operation, as API Gateway writes it. */
export const toRouteKey = ({ path }: Pick<OperationDefinition, 'path'>): string => `POST ${path}`;
