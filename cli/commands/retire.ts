import type { RetirementState, Use } from '../../shared/notices/retirement.ts';
import { readRetirement, setUse } from '../../shared/notices/retirement.ts';
import { formatTime } from '../../shared/time.ts';
import { CommandError, exitCodes } from '../command-error.ts';
import { accountOption } from './account/choice.ts';
import { changes, changingCommand } from '../command.ts';
import type { Result } from '../printing/output.ts';
import { note } from '../printing/output.ts';
import { askFirst } from '../terminal.ts';
import type { ChosenNotice } from './notice/choice.ts';
import { chooseNotice } from './notice/choice.ts';

type Outcome = 'retired' | 'in use' | 'unchanged' | 'would be retired' | 'would be in use again';

const countVersions = ({ versions, left }: RetirementState): string =>
  left.length === 0 || left.length === versions
    ? `${versions} ${versions === 1 ? 'version' : 'versions'}`
    : `${versions} versions, ${left.length} of them not done yet`;

const toText = ({ retiredAt }: RetirementState['head'], outcome: Outcome): string => {
  if (outcome === 'would be retired') return outcome;
  if (retiredAt === undefined) return 'in use';
  const since = `since ${formatTime(new Date(retiredAt))}`;
  if (outcome === 'would be in use again') return `retired ${since}, ${outcome}`;
  return `retired ${outcome === 'unchanged' ? 'already, ' : ''}${since}`;
};

const describe = (state: RetirementState, outcome: Outcome): Result => {
  const { name, pid, retiredAt } = state.head;
  return {
    data: { name, pid, outcome, retiredAt, versions: state.versions, versionsLeft: state.left.length },
    text: `${name}: ${toText(state.head, outcome)}, PID ${pid}, ${countVersions(state)}`,
  };
};

/** What will happen to the notice, for the question. */
const foresee: Readonly<Record<Use, (name: string) => string>> = {
  retired: (name) =>
    `From now on, nothing can be recorded for notice "${name}": \`add\` answers 422. Its consents stay as they are.`,
  'in use': (name) => `Consents to notice "${name}" can be recorded again.`,
};

/** @throws CommandError usage when a version was named, since only whole notices are retired */
const refuseVersion = ({ head, version }: ChosenNotice): void => {
  if (version === undefined) return;
  throw new CommandError(
    `This is the id of version ${version.version}, but only whole notices can be retired. Give the name of the notice, "${head.name}".`,
    'usage',
  );
};

export const retire = changingCommand(
  'retire',
  'Stops new consents from being recorded for a notice; its consents stay',
  "notice retire newsletter --stage prod --reason 'no newsletter any more'",
)
  .argument('<notice>', 'name or PID')
  .option('--undo', 'allow new consents for the notice again')
  .option('--check', `change nothing; exit code ${exitCodes.finding} if something would change`)
  .option('--yes', 'do not ask for confirmation')
  .option(...accountOption)
  .action(
    changes(async (work, text, { account, undo = false, check = false, yes = false }) => {
      const use: Use = undo ? 'in use' : 'retired';
      const chosen = await chooseNotice(work.table, text, account);
      refuseVersion(chosen);
      const { accountId, head } = chosen;
      const state = await readRetirement(work.table, accountId, head.pid, use);
      if (state.isDone) return describe(state, 'unchanged');
      const sentence = foresee[use](head.name);
      if (check) {
        note(sentence);
        const outcome = undo ? 'would be in use again' : 'would be retired';
        return { ...describe(state, outcome), finding: `Notice "${head.name}" ${outcome}.` };
      }
      await askFirst(`${sentence} It has ${countVersions(state)} on ${work.stage.label}. Go on?`, yes);
      const made = await setUse(work.table, { accountId, pid: head.pid, use }, work.newChange());
      return describe(made, use);
    }),
  );
