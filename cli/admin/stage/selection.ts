import * as v from 'valibot';
import { Stop } from '../../stop.ts';

const text = v.optional(v.string());

/** Options of every command, as they are typed. */
export const Selection = v.object({ stage: text, table: text, region: text, local: v.optional(v.literal(true)) });
export type Selection = v.InferOutput<typeof Selection>;

/** @throws Stop unless exactly one of `stage`, `table` and `local` is given, and no name is empty */
export const checkSelection = ({ stage, table, local, region }: Selection): void => {
  for (const [name, value] of Object.entries({ stage, table, region })) {
    if (value === '') throw new Stop(`--${name} must not be empty.`, 'usage');
  }
  const given = [stage, table, local].filter((value) => value !== undefined).length;
  if (given === 0) {
    throw new Stop(
      'Say what to work on: --stage <name> for what CDK deployed, --table <name> for a table, or --local for the service that `npm start` runs.',
      'usage',
    );
  }
  if (given > 1) throw new Stop('Say one of --stage, --table and --local, not several.', 'usage');
  if (local && region !== undefined) throw new Stop('--region is not for --local.', 'usage');
};
