import type { OperationName } from '../shared/contract.ts';

/** The jobs of the log, which a stage has where its log is on. */
export type LogActor = 'feedLog' | 'publishCheckpoint';

/** Whose role it is in every stage: the function of an operation, or the job that rotates the signing key. */
export type ConstantActor = OperationName | 'rotateSigningKey';

/** Whose role it is. */
export type Actor = ConstantActor | LogActor;
