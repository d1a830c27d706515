import { CommandError } from '../../command-error.ts';
import { toCommandError } from '../stage/failure.ts';
import type { Stage } from '../stage/stage.ts';

/** What one check says. `todo` is for the operator, where something is wrong. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'wrong' | 'skipped';
  readonly says: string;
  readonly todo?: string;
}

/** What a check itself says, without its name. */
export type Diagnosis = Omit<Finding, 'check'>;

/** One thing that is looked at. @throws what AWS says where it cannot be looked at */
export interface Check {
  readonly name: string;
  readonly look: (stage: Stage, now: Date) => Promise<Diagnosis>;
}

export const ok = (says: string): Diagnosis => ({ state: 'ok', says });
export const skipped = (says: string): Diagnosis => ({ state: 'skipped', says });
export const wrong = (says: string, todo: string): Diagnosis => ({ state: 'wrong', says, todo });

/** What a check finds; one that cannot look is wrong, and the others go on. */
export const look = async ({ name, look }: Check, stage: Stage, now: Date): Promise<Finding> => {
  try {
    return { check: name, ...(await look(stage, now)) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const known = toCommandError(error, stage.label);
    const reason = error instanceof CommandError ? '' : ` (${error.name})`;
    const todo = known instanceof CommandError ? known.message : `The error says: ${error.message}`;
    return { check: name, ...wrong(`cannot be looked at${reason}`, todo) };
  }
};
