import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { styleText } from 'node:util';
import type { NoticePage } from '../../pages/files/notice-page.ts';
import type { NoticeHead, NoticeVersion } from '../../shared/notices/notice.ts';
import { listNotices, readNoticeText } from '../../shared/notices/notice.ts';
import type { RetirementState, Use } from '../../shared/notices/publishing.ts';
import { readRetirement, setUse } from '../../shared/notices/publishing.ts';
import { formatTime } from '../../shared/runtime/time.ts';
import { changes, changingCommand, command, looks, offline } from '../action.ts';
import { accountOption, chooseAccountIfAny, chooseAccountOrOnly, noAccountYet } from '../choose.ts';
import type { ChosenNotice } from '../choose-consent.ts';
import { chooseNotice, chooseVersion, chooseVersionOrCurrent, readHistory } from '../choose-consent.ts';
import { CommandError, exitCodes } from '../errors.ts';
import { askFirst } from '../input/terminal.ts';
import { describeContent, diffContents } from '../notices/diff.ts';
import { readNoticeFolder, refuseMarkup } from '../notices/folder.ts';
import type { Comparison, Publication } from '../notices/publish.ts';
import { compare, foresee, publish } from '../notices/publish.ts';
import { writeNewFile } from '../output/files.ts';
import type { Result } from '../output/print.ts';
import { note } from '../output/print.ts';
import { shortenCaller, toDetails, toTable } from '../output/rows.ts';

const toCell = (time: string | undefined): string | undefined => time && formatTime(new Date(time));

/** A notice, for scripts. */
const describeNotice = (notice: NoticeHead) => ({
  id: notice.versionId,
  pid: notice.pid,
  name: notice.name,
  version: notice.version,
  retiredAt: notice.retiredAt,
  contentHash: notice.contentHash,
});

/** A notice in a list for people. */
const toNoticeCells = (notice: NoticeHead) => ({
  pid: notice.pid,
  name: notice.name,
  version: notice.version,
  retiredAt: toCell(notice.retiredAt),
  versionId: notice.versionId,
  contentHash: notice.contentHash,
});

/** A version, for scripts. */
const describeVersion = (version: NoticeVersion) => ({
  id: version.id,
  version: version.version,
  publishedAt: version.publishedAt,
  currentUntil: version.currentUntil,
  retiredAt: version.retiredAt,
  publishedBy: version.publishedBy,
  languages: version.languages,
  contentHash: version.contentHash,
});

/** A version for people, in a list or in detail. */
const toVersionCells = (version: NoticeVersion) => ({
  version: version.version,
  publishedAt: toCell(version.publishedAt),
  currentUntil: toCell(version.currentUntil),
  retiredAt: toCell(version.retiredAt),
  publishedBy: shortenCaller(version.publishedBy),
  languages: version.languages.join(' '),
  versionId: version.id,
  contentHash: version.contentHash,
});

const colours: Readonly<Record<string, 'green' | 'red' | 'cyan'>> = { '+': 'green', '-': 'red', '@': 'cyan' };

/** A diff, coloured on a terminal. */
const colourDiff = (diff: string): string =>
  diff
    .split('\n')
    .map((line) => {
      const colour = colours[line.charAt(0)];
      return colour === undefined ? line : styleText(colour, line, { stream: process.stdout });
    })
    .join('\n');

const writePage = async (file: string, page: NoticePage): Promise<void> => {
  const { renderNoticePage } = await import('../../pages/files/notice-page.ts');
  await writeNewFile(file, renderNoticePage(page));
};

const noticeArgument = ['<notice>', 'name, PID, or id of a version'] as const;
const list = command('list', 'Lists the notices of an account', 'notice list --stage prod')
  .option(...accountOption)
  .action(
    looks(async ({ table }, options) => {
      const account = await chooseAccountIfAny(table, options.account);
      if (account === undefined) return toTable([], noAccountYet);
      const notices = await listNotices(table, account.id);
      return toTable(notices.map(toNoticeCells), 'The account has no notice.', notices.map(describeNotice));
    }),
  );

const show = command('show', 'Shows the content of a version of a notice', 'notice show privacy 2 --stage prod')
  .argument(...noticeArgument)
  .argument('[version]', 'number or id (default: the current version)')
  .option('--version <version>', 'the same as the argument')
  .option('--html <file>', 'also write it to an HTML file, as people see it')
  .option(...accountOption)
  .action(
    looks(async ({ table }, text, argument, { account, html, version: option }) => {
      const chosen = await chooseNotice(table, text, account);
      const said = [argument, option].filter((word) => word !== undefined);
      const version = await chooseVersionOrCurrent(table, chosen, said);
      const content = await readNoticeText(table, chosen.accountId, version.id);
      const { name, pid } = chosen.head;
      if (html !== undefined) await writePage(html, { name, version: version.version, content });
      return {
        data: { name, pid, ...describeVersion(version), content },
        text: `${toDetails({ notice: name, pid, ...toVersionCells(version) }).text}\n\n${describeContent(content)}`,
      };
    }),
  );

const history = command(
  'history',
  'Lists the versions of a notice: who published them, when, and until when they were current',
  'notice history privacy --stage prod',
)
  .argument(...noticeArgument)
  .option(...accountOption)
  .action(
    looks(async ({ table }, text, { account }) => {
      const versions = await readHistory(table, await chooseNotice(table, text, account));
      return toTable(versions.map(toVersionCells), 'The notice has no version.', versions.map(describeVersion));
    }),
  );

const diff = command('diff', 'Shows what changed between two versions', 'notice diff privacy 1 2 --stage prod')
  .argument(...noticeArgument)
  .argument('<before>', 'number or id of a version')
  .argument('<after>', 'number or id of another version')
  .option(...accountOption)
  .action(
    looks(async ({ table }, text, before, after, { account }) => {
      const chosen = await chooseNotice(table, text, account);
      const versions = await readHistory(table, chosen);
      const choose = (typed: string) => chooseVersion(chosen, versions, typed);
      const [one, other] = [choose(before), choose(after)];
      const [old, changed] = await Promise.all([
        readNoticeText(table, chosen.accountId, one.id),
        readNoticeText(table, chosen.accountId, other.id),
      ]);
      const { name, pid } = chosen.head;
      const labels = { before: `${name} version ${one.version}`, after: `${name} version ${other.version}` };
      const difference = diffContents(old, changed, labels);
      return {
        data: { name, pid, before: one.version, after: other.version, diff: difference },
        text: difference === '' ? 'The versions have the same content.' : colourDiff(difference).trimEnd(),
      };
    }),
  );

const preview = command(
  'preview',
  'Writes the text of a notice folder to an HTML file, as people will see it',
  'notice preview notices/privacy',
)
  .argument('<folder>', 'folder with notice.json and a text for each language')
  .option('--output <file>', 'file to write (default: a new one in the folder for temporary files)')
  .action(
    offline(async (folder, { output }) => {
      const { name, content, refused } = await readNoticeFolder(folder);
      refuseMarkup({ refused });
      const file = output ?? join(await mkdtemp(join(tmpdir(), 'notice-')), `${name}.html`);
      await writePage(file, { name, content });
      return { data: { file }, text: file };
    }),
  );

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

const describePublications = (publication: Publication): string =>
  `${colourDiff(publication.diff)}${outcomes[publication.outcome](publication)}`;

const describePublication = ({ versionId, ...publication }: Publication) => ({ id: versionId, ...publication });

const toResult = (publications: readonly Publication[]): Result => ({
  data: publications.map(describePublication),
  text: publications.map(describePublications).join('\n'),
});

/** Says, before publishing, what happens to consents to earlier versions. */
const noteConsequences = (comparisons: readonly Comparison[]): void => {
  for (const { consequence } of comparisons) if (consequence !== undefined) note(consequence.says);
};

const publishFolders = changingCommand(
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
      for (const folder of folders) comparisons.push(await compare(work.table, id, folder, work.stage.log));
      noteConsequences(comparisons);
      if (check) {
        const changed = comparisons.filter(({ isChanged }) => isChanged).map(({ folder }) => folder.name);
        const lacking = comparisons.filter((each) => each.missingLeaf !== undefined).map(({ folder }) => folder.name);
        const lines = [
          ...(changed.length === 0 ? [] : [`Would be published: ${changed.join(', ')}.`]),
          ...(lacking.length === 0 ? [] : [`Would be entered in the journal of the log: ${lacking.join(', ')}.`]),
        ];
        const finding = lines.length === 0 ? {} : { finding: lines.join(' ') };
        return { ...toResult(comparisons.map(foresee)), ...finding };
      }
      const publications: Publication[] = [];
      for (const comparison of comparisons) {
        const publication = await publish({ table: work.table, log: work.stage.log }, id, comparison, work.newChange());
        publications.push(publication);
        if (comparisons.length > 1) note(outcomes[publication.outcome](publication));
      }
      return toResult(publications);
    }),
  );

const countVersions = ({ versions, left }: RetirementState): string =>
  left.length === 0 || left.length === versions
    ? `${versions} ${versions === 1 ? 'version' : 'versions'}`
    : `${versions} versions, ${left.length} of them not done yet`;

const describeRetirement = ({ retiredAt }: RetirementState['head'], outcome: Outcome): string => {
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
    text: `${name}: ${describeRetirement(state.head, outcome)}, PID ${pid}, ${countVersions(state)}`,
  };
};

/** What will happen to the notice, for the question. */
const retirementWarnings: Readonly<Record<Use, (name: string) => string>> = {
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

const retire = changingCommand(
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
      const sentence = retirementWarnings[use](head.name);
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

export const notice = command(
  'notice',
  'Notices: the texts that people agree to',
  'notice publish notices/privacy --stage prod',
)
  .addCommand(publishFolders)
  .addCommand(list)
  .addCommand(show)
  .addCommand(history)
  .addCommand(diff)
  .addCommand(preview)
  .addCommand(retire);

type Outcome = 'retired' | 'in use' | 'unchanged' | 'would be retired' | 'would be in use again';
