import type { OperationName } from '../shared/contract.ts';

/** The jobs of the log, present when the stage's log is on. */
export type LogActor = 'feedLog' | 'publishCheckpoint';

/** The owner of a role in every stage: the function of an operation, or a job of the keys. */
export type ConstantActor = OperationName | 'rotateSigningKey' | 'checkKeys';

/** The owner of a role. */
export type Actor = ConstantActor | LogActor;

/** What the names of its resources begin with, and people find it by. */
export const toResourceName = (actor: Actor): string => actor.charAt(0).toUpperCase() + actor.slice(1);
