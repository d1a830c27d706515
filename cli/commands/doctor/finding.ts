import type { ConsentIndex } from '../../../shared/consents/indexes.ts';
import { tableDefinition } from '../../../shared/store/keys.ts';
import type { Key } from '../../../shared/store/table.ts';
import { CommandError } from '../../errors.ts';
import { sortKeyAttribute, toIndex, toKeyAttribute } from '../../local/create-table.ts';
import { toCommandError } from '../../stage/failure.ts';
import type { Stage } from '../../stage/stage.ts';

/** The result of one check. `todo` says how to fix the problem. */
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

/** What a table alone does not show. */
export const unknown = (hint = ''): Diagnosis => skipped(`not known for a table alone${hint}`);

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

/** Quotes options of `aws dynamodb` for a shell. */
type Line = readonly string[];

/** A shell command that changes the stage's table. */
export const toLine = async ({ table, isLocal }: Stage, [command, ...options]: Line): Promise<string> => {
  const region = await table.client.config.region();
  const engine = isLocal ? [`--endpoint-url ${process.env.AWS_ENDPOINT_URL_DYNAMODB}`] : [];
  return ['aws dynamodb', command, `--region ${region}`, ...engine, `--table-name ${table.name}`, ...options].join(' ');
};

const quote = (json: object): string => `'${JSON.stringify(json)}'`;

export const addIndex = (index: ConsentIndex): Line => [
  'update-table',
  `--attribute-definitions ${quote([toKeyAttribute(index), sortKeyAttribute])}`,
  `--global-secondary-index-updates ${quote([{ Create: toIndex(index) }])}`,
];

export const deleteIndex = ({ name }: ConsentIndex): Line => [
  'update-table',
  `--global-secondary-index-updates ${quote([{ Delete: { IndexName: name } }])}`,
];

export const protect: Line = ['update-table', '--deletion-protection-enabled'];

/** Deletes one item of a table. */
export const deleteItem = ({ PK, SK }: Key): Line => [
  'delete-item',
  `--key ${quote({ PK: { S: PK }, SK: { S: SK } })}`,
];

/** Turns the stream on, with the images that the register needs, or off. */
export const stream = (enabled: boolean): Line => [
  'update-table',
  `--stream-specification StreamEnabled=${enabled}${enabled ? `,StreamViewType=${tableDefinition.stream}` : ''}`,
];

export const keepRecoverable: Line = [
  'update-continuous-backups',
  '--point-in-time-recovery-specification PointInTimeRecoveryEnabled=true',
];

export const expire = (Enabled: boolean, attribute: string = tableDefinition.timeToLive): Line => [
  'update-time-to-live',
  `--time-to-live-specification Enabled=${Enabled},AttributeName=${attribute}`,
];
