import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { Command } from '@commander-js/extra-typings';
import * as v from 'valibot';
import type { Change } from '../shared/identity/operations-log.ts';
import { beginChange } from '../shared/identity/operations-log.ts';
import { callOf } from '../shared/runtime/installation.ts';
import type { Table } from '../shared/store/table.ts';
import { stopAt } from '../shared/store/table.ts';
import { addInterruptionNote, CommandError, interruptibly, interruption, setInterruptionNote } from './errors.ts';
import { checkReason, must } from './input/values.ts';
import type { Result, Stream } from './output/print.ts';
import { note, print } from './output/print.ts';
import { toCommandError } from './stage/failure.ts';
import { completeSelection, describeSelection, open, Selection } from './stage/open.ts';
import type { Stage } from './stage/stage.ts';

/** What a command works on. */
export interface Work {
  readonly stage: Stage;
  readonly table: Table;
  readonly now: Date;
}

/** The same for a command that changes something. */
export interface ChangingWork extends Work {
  /** Who runs the command. */
  readonly by: string;
  /** Begins a change. Call it after the last question: the change gets the time of this moment. */
  readonly newChange: () => Change;
}

/** The options of every command, which the help of the program explains. */
const globalOptions = `Where:  --local, or --stage, --stack, --region, --table, --erasures-table, --log-table, --port
Output: --json, --full (\`${callOf('--help')}\` explains all of these)`;

/** What a command works on: a register anywhere, or only what CDK deploys. */
type Place = 'register' | 'stage';

/** The example for the local service, if the command works on a register, and the one for a stage. */
const listExamples = (example: string, place: Place): readonly string[] => {
  const local = example.replace(/ --stage prod\b/, ' --local');
  return local === example || place === 'stage' ? [example] : [local, example];
};

/** The end of a help: the example as the reader types it. @param example without the program */
export const formatExample = (example: string, place: Place = 'register'): string =>
  ['\nExample:', ...listExamples(example, place).map((words) => `  ${callOf(words)}`)].join('\n');

/**
 * A command of a noun, or of a verb. Its help shows the example as the reader types it.
 *
 * @param example without the program; one with `--stage prod` is shown with `--local` first, where it works on a register
 */
export const command = (name: string, summary: string, example: string, place: Place = 'register') =>
  new Command(name).description(summary).addHelpText('after', `${formatExample(example, place)}\n\n${globalOptions}`);

/** A command that changes something, with the option --reason. */
export const changingCommand = (name: string, summary: string, example: string) =>
  command(name, summary, example).option('--reason <text>', 'reason, for the operations log');

const Reason = v.object({ reason: v.optional(v.string()) });

const fullName = (command: CommandUnknownOpts): string => {
  const { parent } = command;
  return parent?.parent ? `${fullName(parent)} ${command.name()}` : command.name();
};

const conclude = async (result: Result | Stream): Promise<void> => {
  await print(result);
  if (result.finding !== undefined) throw new CommandError(result.finding, 'finding');
  if ('missing' in result && result.missing !== undefined) throw new CommandError(result.missing, 'notFound');
};

const makeStoppable = ({ table, erasures, log, ...rest }: Stage): Stage => ({
  ...rest,
  table: stopAt(interruption(), table),
  erasures: erasures && stopAt(interruption(), erasures),
  log: log && stopAt(interruption(), log),
});

const run = (command: CommandUnknownOpts, work: (stage: Stage) => Promise<Result | Stream>): Promise<void> =>
  interruptibly(async () => {
    const { csv, json, ...options } = command.optsWithGlobals();
    if (csv && json) throw new CommandError('Use --csv or --json, not both.', 'usage');
    const selection = completeSelection(v.parse(Selection, options));
    let label = describeSelection(selection);
    try {
      const stage = await open(selection);
      label = stage.label;
      note(`On ${label}`);
      await conclude(await work(makeStoppable(stage)));
    } catch (error) {
      throw addInterruptionNote(toCommandError(error, label));
    }
  });

/** The action of a command that changes nothing. */
export const looks = <Arguments extends unknown[]>(
  look: (work: Work, ...args: Arguments) => Promise<Result | Stream>,
) =>
  function action(this: CommandUnknownOpts, ...args: Arguments): Promise<void> {
    return run(this, (stage) => look({ stage, table: stage.table, now: new Date() }, ...args));
  };

/** The action of a command that changes something. The change is recorded in the operations log. */
export const changes = <Arguments extends unknown[]>(
  change: (work: ChangingWork, ...args: Arguments) => Promise<Result | Stream>,
) =>
  function action(this: CommandUnknownOpts, ...args: Arguments): Promise<void> {
    return run(this, async (stage) => {
      const { reason: given } = v.parse(Reason, this.opts());
      const reason = given === undefined ? undefined : must(given, checkReason);
      const circumstances = { by: await stage.findCaller(), command: fullName(this), reason };
      const newChange = (): Change => {
        setInterruptionNote('`operations list` shows whether the change was made.');
        return beginChange(circumstances, new Date());
      };
      return change({ stage, table: stage.table, now: new Date(), by: circumstances.by, newChange }, ...args);
    });
  };

/** The action of a command that needs no register. */
export const offline =
  <Arguments extends unknown[]>(work: (...args: Arguments) => Promise<Result>) =>
  (...args: Arguments): Promise<void> =>
    interruptibly(async () => conclude(await work(...args)));
