import { CommandError } from '../../command-error.ts';
import { toCommandError } from '../../stage/failure.ts';
import type { Stage } from '../../stage/stage.ts';

/** The result of one check. `todo` tells the operator how to fix a problem. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'wrong' | 'skipped';
  readonly says: string;
  readonly todo?: string;
}

/** The result without the name of the check. */
export type Diagnosis = Omit<Finding, 'check'>;

/** One check. @throws the error of AWS if the check cannot run */
export interface Check {
  readonly name: string;
  readonly look: (stage: Stage, now: Date) => Promise<Diagnosis>;
}

export const ok = (says: string): Diagnosis => ({ state: 'ok', says });
export const skipped = (says: string): Diagnosis => ({ state: 'skipped', says });
export const wrong = (says: string, todo: string): Diagnosis => ({ state: 'wrong', says, todo });

/** Runs a check. If it cannot run, that is a problem too, and the other checks go on. */
export const look = async ({ name, look }: Check, stage: Stage, now: Date): Promise<Finding> => {
  try {
    return { check: name, ...(await look(stage, now)) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const known = toCommandError(error, stage.label);
    const reason = error instanceof CommandError ? '' : ` (${error.name})`;
    const todo = known instanceof CommandError ? known.message : `AWS says: ${error.message}`;
    return { check: name, ...wrong(`cannot be checked${reason}`, todo) };
  }
};
