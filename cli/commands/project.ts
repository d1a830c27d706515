import type { Project } from '../../shared/identity/project.ts';
import { createProject, findProject, listProjects, renameProject } from '../../shared/identity/project.ts';
import type { Work } from '../action.ts';
import { changes, changingCommand, command, looks } from '../action.ts';
import { accountOption, chooseAccountIfAny, chooseAccountOrOnly, chooseProject, noAccountYet } from '../choose.ts';
import { CommandError } from '../errors.ts';
import { checkName, checkUid, must } from '../input/values.ts';
import type { Result } from '../output/print.ts';
import { toDetails, toTable } from '../output/rows.ts';

/** A project, for scripts. */
const describe = ({ uid, id, name, createdAt }: Project) => ({ uid, id, name, createdAt });

/** The same for people. */
const toCells = ({ uid, name, id, createdAt }: Project) => ({ uid, name, project: id, createdAt });

const showProject = async ({ table }: Work, accountId: string, uid: string): Promise<Result> => {
  const project = await chooseProject(table, accountId, uid);
  return toDetails(toCells(project), describe(project));
};

const create = changingCommand(
  'create',
  'Creates a project to record consents for',
  "project create my-shop 'My Shop' --account 'My Shop' --stage prod",
)
  .argument('<uid>', 'identifier that callers send as projectUid; it cannot change')
  .argument('<name>', 'name of the project')
  .option(...accountOption)
  .action(
    changes(async (work, uid, name, { account }) => {
      const project = { uid: must(uid, checkUid), name: must(name, checkName) };
      const { id: accountId } = await chooseAccountOrOnly(work.table, account);
      if (!(await createProject(work.table, { accountId, ...project }, work.newChange()))) {
        throw new CommandError(`The account already has a project "${project.uid}". Choose another UID.`, 'refused');
      }
      return showProject(work, accountId, project.uid);
    }),
  );

const list = command('list', 'Lists the projects of an account', 'project list --stage prod')
  .option(...accountOption)
  .action(
    looks(async ({ table }, options) => {
      const account = await chooseAccountIfAny(table, options.account);
      if (account === undefined) return toTable([], noAccountYet);
      const projects = await listProjects(table, account.id);
      return toTable(projects.map(toCells), 'The account has no project.', projects.map(describe));
    }),
  );

const show = command('show', 'Shows a project', 'project show my-shop --stage prod')
  .argument('<uid>', 'UID of the project')
  .option(...accountOption)
  .action(
    looks(async (work, uid, { account }) =>
      showProject(work, (await chooseAccountOrOnly(work.table, account)).id, uid),
    ),
  );

const rename = changingCommand(
  'rename',
  'Renames a project; its UID stays',
  "project rename my-shop 'Our Shop' --stage prod",
)
  .argument('<uid>', 'UID of the project')
  .argument('<name>', 'the new name')
  .option(...accountOption)
  .action(
    changes(async (work, uid, name, { account }) => {
      const wanted = must(name, checkName);
      const { id: accountId } = await chooseAccountOrOnly(work.table, account);
      const current = await findProject(work.table, accountId, uid);
      if (current?.name !== wanted) await renameProject(work.table, { accountId, uid, name: wanted }, work.newChange());
      return showProject(work, accountId, uid);
    }),
  );

export const project = command(
  'project',
  'Projects: the sites, apps and CRMs that record consents for an account',
  'project list --stage prod',
)
  .addCommand(create)
  .addCommand(list)
  .addCommand(show)
  .addCommand(rename);
