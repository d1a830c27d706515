import { listNotices } from '../../shared/notices/notice.ts';
import { readNoticeText } from '../../shared/notices/text.ts';
import { describeContent, diffContents } from '../notices/comparison.ts';
import { readNoticeFolder, refuseMarkup } from '../notices/notice-folder.ts';
import type { NoticePage } from '../../pages/notice-page.ts';
import { accountOption, chooseAccountIfAny, noAccountYet } from './account/choice.ts';
import { command, looks, offline } from '../command.ts';
import { writeNewFile } from '../printing/new-file.ts';
import { toDetails, toTable } from '../printing/output.ts';
import { chooseNotice, chooseVersion, chooseVersionOrCurrent, readHistory } from './notice/choice.ts';
import { publishFolders } from './publish.ts';
import { retire } from './retire.ts';
import { colourDiff, describeNotice, describeVersion, toNoticeCells, toVersionCells } from './notice/view.ts';

const writePage = async (file: string, page: NoticePage): Promise<void> => {
  const { renderNoticePage } = await import('../../pages/notice-page.ts');
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
      const [one, other] = [chooseVersion(versions, before), chooseVersion(versions, after)];
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
  'notice preview notices/privacy --output privacy.html',
)
  .argument('<folder>', 'folder with notice.json and a text for each language')
  .option('--output <file>', 'file to write (default: the name of the notice, with .html)')
  .action(
    offline(async (folder, { output }) => {
      const { name, content, refused } = await readNoticeFolder(folder);
      refuseMarkup({ refused });
      const file = output ?? `${name}.html`;
      await writePage(file, { name, content });
      return { data: { file }, text: file };
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
