import { CommandError, exitCodes } from '../command-error.ts';
import { readNoticeFolder } from '../notices/notice-folder.ts';
import type { Comparison, Publication } from '../notices/publishing.ts';
import { compare, foresee, publish } from '../notices/publishing.ts';
import { accountOption, chooseAccountOrOnly } from './account/choice.ts';
import { changes, changingCommand } from '../command.ts';
import type { Result } from '../printing/output.ts';
import { note } from '../printing/output.ts';
import { colourDiff } from './notice/view.ts';

const readFolders = async (paths: readonly string[]): Promise<Pick<Comparison, 'path' | 'folder'>[]> => {
  const folders: Pick<Comparison, 'path' | 'folder'>[] = [];
  for (const path of paths) folders.push({ path, folder: await readNoticeFolder(path) });
  const names = folders.map(({ folder }) => folder.name);
  const repeated = names.find((name, i) => names.indexOf(name) !== i);
  if (repeated !== undefined)
    throw new CommandError(`Several folders have the notice name "${repeated}". Publish one at a time.`, 'usage');
  return folders;
};

const outcomes: Readonly<Record<Publication['outcome'], (publication: Publication) => string>> = {
  published: ({ name, version, pid }) => `${name}: published as version ${version}, PID ${pid}`,
  unchanged: ({ name, version, pid, retiredAt }) =>
    `${name}: version ${version} says the same, PID ${pid}${retiredAt === undefined ? '' : ', retired'}`,
  'would publish': ({ name, version }) => `${name}: would be published as version ${version}`,
};

const toText = (publication: Publication): string =>
  `${colourDiff(publication.diff)}${outcomes[publication.outcome](publication)}`;

const toResult = (publications: readonly Publication[]): Result => ({
  data: publications,
  text: publications.map(toText).join('\n'),
});

/** Says, before publishing, what happens to consents to earlier versions. */
const noteConsequences = (comparisons: readonly Comparison[]): void => {
  for (const { consequence } of comparisons) if (consequence !== undefined) note(consequence.says);
};

export const publishFolders = changingCommand(
  'publish',
  'Publishes notice folders. A folder whose content changed becomes the next version of the notice of its name',
  "notice publish notices/privacy --stage prod --reason 'new processor'",
)
  .argument('<folders...>', 'folders with notice.json and a text for each language')
  .option(...accountOption)
  .option('--check', `publish nothing; exit code ${exitCodes.finding} if something would be published`)
  .action(
    changes(async (work, paths, { account, check = false }) => {
      const folders = await readFolders(paths);
      const { id } = await chooseAccountOrOnly(work.table, account);
      const comparisons: Comparison[] = [];
      for (const folder of folders) comparisons.push(await compare(work.table, id, folder));
      noteConsequences(comparisons);
      if (check) {
        const changed = comparisons.filter(({ isChanged }) => isChanged).map(({ folder }) => folder.name);
        const finding = changed.length === 0 ? {} : { finding: `Would be published: ${changed.join(', ')}.` };
        return { ...toResult(comparisons.map(foresee)), ...finding };
      }
      const publications: Publication[] = [];
      for (const comparison of comparisons) {
        const publication = await publish(work.table, id, comparison, work.newChange());
        publications.push(publication);
        if (comparisons.length > 1) note(outcomes[publication.outcome](publication));
      }
      return toResult(publications);
    }),
  );
