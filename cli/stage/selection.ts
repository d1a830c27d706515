import * as v from 'valibot';
import { stageName } from '../../shared/stage.ts';
import { CommandError } from '../command-error.ts';

const text = v.optional(v.string());

/** Options of every command, as typed. */
export const Selection = v.object({
  stage: text,
  table: text,
  erasuresTable: text,
  logTable: text,
  region: text,
  local: v.optional(v.literal(true)),
});
export type Selection = v.InferOutput<typeof Selection>;

/** The typed selection; without one, the stage in the environment. */
export const completeSelection = (typed: Selection): Selection => {
  const { CONSENT_REGISTER_STAGE: usual = '' } = process.env;
  const isSaid = [typed.stage, typed.table, typed.local].some((value) => value !== undefined);
  return isSaid || usual === '' ? typed : { ...typed, stage: usual };
};

/** @throws CommandError when a second table lacks --table, or two options name the same table */
const checkBeside = (beside: Readonly<Record<string, string | undefined>>, table: string | undefined): void => {
  const named = new Map([[table, 'table']]);
  for (const [option, name] of Object.entries(beside)) {
    if (name === undefined) continue;
    if (table === undefined) {
      throw new CommandError(
        `--${option} works only with --table: a stage and the local service know their own tables.`,
        'usage',
      );
    }
    const other = named.get(name);
    if (other !== undefined) {
      throw new CommandError(`--${option} must name another table than --${other}.`, 'usage');
    }
    named.set(name, option);
  }
};

/** @throws CommandError unless exactly one of `stage`, `table` and `local` is given, and no name is empty */
export const checkSelection = ({ stage, table, erasuresTable, logTable, local, region }: Selection): void => {
  const beside = { 'erasures-table': erasuresTable, 'log-table': logTable };
  for (const [name, value] of Object.entries({ stage, table, ...beside, region })) {
    if (value === '') throw new CommandError(`--${name} must not be empty.`, 'usage');
  }
  if (stage !== undefined && !stageName.pattern.test(stage)) {
    throw new CommandError(`${JSON.stringify(stage)} cannot be the name of a stage: it ${stageName.rule}.`, 'usage');
  }
  const given = [stage, table, local].filter((value) => value !== undefined).length;
  if (given === 0) {
    throw new CommandError(
      'Choose what to work on: --stage <name> for a deployed stage, --table <name> for a table, or --local for the service that `npm start` runs.',
      'usage',
    );
  }
  if (given > 1) throw new CommandError('Use only one of --stage, --table and --local.', 'usage');
  checkBeside(beside, table);
  if (local && region !== undefined)
    throw new CommandError('--region has no effect on --local. Leave one of the two out.', 'usage');
};
