import { stackOutputs, stageName } from '../../shared/runtime/stage.ts';
import { CommandError } from '../errors.ts';

/** Outputs of a stack, by their names. */
type Outputs = ReadonlyMap<string, string>;

/** A register in a stack, with its outputs as a stack of its own names them. */
export interface Register {
  readonly stage: string;
  readonly outputs: Outputs;
}

/** A stack by its name, or by its ARN as CloudFormation accepts it. */
const stackNamePattern = /^(?:[A-Za-z][A-Za-z0-9-]{0,127}|arn:\S+)$/;

/** @throws CommandError usage when no stack can have the name */
export const checkStackName = (name: string): void => {
  if (stackNamePattern.test(name)) return;
  throw new CommandError(
    `${JSON.stringify(name)} cannot be the name of a stack. Names have up to 128 letters, digits and dashes, a letter first.`,
    'usage',
  );
};

/** The outputs of one register: those that begin as its own does. */
const readOutputs = (all: Outputs, prefix: string): Outputs =>
  new Map(
    Object.values(stackOutputs).flatMap((name) => {
      const value = all.get(`${prefix}${name}`);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );

/** The registers that say in the outputs of a stack which stage they are. Somebody's own output may end as theirs do. */
const findRegisters = (all: Outputs): Register[] =>
  [...all]
    .filter(([name, stage]) => name.endsWith(stackOutputs.register) && stageName.pattern.test(stage))
    .map(([name, stage]) => ({ stage, outputs: readOutputs(all, name.slice(0, -stackOutputs.register.length)) }))
    .filter(({ outputs }) => outputs.has(stackOutputs.tableName));

/** A stack of one stage that was deployed before registers said so in an output. */
const findEarlier = (stackName: string, all: Outputs): Register[] => {
  const [, stage = ''] = /(?:^|\/)ConsentRegister-([^/]+)(?:$|\/)/.exec(stackName) ?? [];
  return stageName.pattern.test(stage) && all.has(stackOutputs.tableName) ? [{ stage, outputs: all }] : [];
};

/**
 * The register of a stage in a stack, or the only one.
 *
 * @throws CommandError unreachable when the stack has no register, or none of the stage; usage when it has several
 */
export const chooseRegister = (stackName: string, all: Outputs, stage: string | undefined): Register => {
  const said = findRegisters(all);
  const found = said.length === 0 ? findEarlier(stackName, all) : said;
  const stages = found.map((each) => each.stage).sort();
  const [first] = stage === undefined ? found : found.filter((each) => each.stage === stage);
  if (found.length === 0) {
    throw new CommandError(
      `The stack ${stackName} has no consent register in its outputs. Check the name, and that its deployment is complete.`,
      'unreachable',
    );
  }
  if (first === undefined) {
    throw new CommandError(
      `The stack ${stackName} has no register of the stage ${stage}. It has: ${stages.join(', ')}.`,
      'unreachable',
    );
  }
  if (stage === undefined && found.length > 1) {
    throw new CommandError(
      `The stack ${stackName} has several registers. Choose one with --stage: ${stages.join(', ')}.`,
      'usage',
    );
  }
  return first;
};
