import type { OperationName } from '../shared/api/contract.ts';

/** The owner of a role: the function of an operation, or a job. */
export type Actor = OperationName | 'rotateSigningKey' | 'checkKeys' | 'feedLog' | 'publishCheckpoint';

/** What the names of its resources begin with, and people find it by. */
export const toResourceName = (actor: Actor): string => actor.charAt(0).toUpperCase() + actor.slice(1);
