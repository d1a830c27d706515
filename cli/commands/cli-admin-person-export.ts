import { Option } from '@commander-js/extra-typings';
import type { Account } from '../../shared/identity/account.ts';
import type { FindableValues } from '../../shared/consents/evidence.ts';
import { findFurther } from '../../shared/consents/reports/further-consents.ts';
import { tame } from '../../shared/schema/visible-text.ts';
import { CommandError } from '../command-error.ts';
import type { PageLang } from '../../pages/words/person/words.ts';
import { pageLangs } from '../../pages/words/person/words.ts';
import { accountOption, chooseAccountOrOnly } from './account/choice.ts';
import type { Work } from '../command.ts';
import { command, looks } from '../command.ts';
import { saySoFar } from '../interruption.ts';
import { checkNewFolder, findUnfinished, writeNewFolder } from '../printing/new-folder.ts';
import { note } from '../printing/output.ts';
import { addText, describeNobody, parseValues } from '../typed/person-values.ts';
import { readLetter } from './person/exporting/letter.ts';
import type { Batch } from './person/exporting/reading.ts';
import { readBatches } from './person/exporting/reading.ts';
import type { Summary } from './person/exporting/summary.ts';
import { chooseLang, sumUp } from './person/exporting/summary.ts';
import { describeChecked, describeWritten } from './person/exporting/view.ts';

async function* startWith(first: Batch, rest: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  yield first;
  yield* rest;
}

/** The consents of a person, and the language that most of the first ones suggest. @throws CommandError notFound */
const find = async (
  { table, now }: Work,
  account: Account,
  values: FindableValues,
  { areOne, lang }: { readonly areOne: boolean; readonly lang: PageLang | undefined },
) => {
  const batches = readBatches(table, account, values, { now, areOne });
  const { value: first, done } = await batches.next();
  if (done) throw new CommandError(describeNobody(account), 'notFound');
  return { batches: startWith(first, batches), lang: lang ?? chooseLang(first.consents) };
};

const sumAll = async (batches: AsyncIterable<Batch>, now: Date): Promise<Summary> => {
  const sum = sumUp(now);
  for await (const { consents } of batches) sum.add(consents);
  return sum.tell();
};

/** Consents that share a value with the person but lack one that was asked for. */
const findFurtherBeside = ({ table }: Work, account: Account, asked: FindableValues, { values, ids }: Summary) =>
  findFurther(
    table,
    account.id,
    values.filter(({ key }) => asked.size > 1 || !asked.has(key)),
    ids,
  );

/** @throws CommandError usage when a folder is needed and missing */
const checkFolder = async (folder: string | undefined, isCheck: boolean): Promise<void> => {
  if (folder !== undefined) await checkNewFolder(folder);
  else if (!isCheck) {
    throw new CommandError(
      'Use --out <folder> with a new folder, or --check to see what the export would contain.',
      'usage',
    );
  }
};

const sayUnfinished = async (folder: string): Promise<void> => {
  for (const left of await findUnfinished(folder)) {
    note(
      `${tame(left)} is left from an export that was killed, and holds personal data. Delete it, unless an export is running now.`,
    );
  }
};

export const exportPerson = command(
  'export',
  'Writes everything recorded about one person to a folder: a page for the person, in the language of most of their newest consents, and JSON',
  'person export email=ada@example.com --out ada --stage prod',
)
  .argument(
    '<key=value...>',
    'a value of the person, such as email=ada@example.com; consents must have all given values',
    addText,
  )
  .option('--out <folder>', 'a new or empty folder')
  .addOption(new Option('--lang <language>', 'language of the page').choices(pageLangs))
  .option('--letter <file>', 'UTF-8 text to begin the page with, for what else you must say to the person')
  .option('--check', 'show what would be exported, and write nothing')
  .option('--yes', 'confirm that different values of an email, a name or a telephone belong to the same person')
  .option(...accountOption)
  .action(
    looks(async (work, texts, { out, lang: wanted, letter: file, check: isCheck = false, yes = false, account }) => {
      const values = parseValues(texts);
      await checkFolder(out, isCheck);
      const letter = await readLetter(file);
      const chosen = await chooseAccountOrOnly(work.table, account);
      const { batches, lang } = await find(work, chosen, values, { areOne: yes || isCheck, lang: wanted });
      const findMore = (found: Summary) => findFurtherBeside(work, chosen, values, found);
      if (out === undefined || isCheck) {
        const summary = await sumAll(batches, work.now);
        return describeChecked(summary, await findMore(summary), { lang, now: work.now });
      }
      await sayUnfinished(out);
      const { newVoice } = await import('../../pages/person/voice.ts');
      const { writePerson } = await import('./person/exporting/writing.ts');
      const voice = newVoice(lang, chosen.name);
      const about = { account: chosen.name, voice, letter, madeAt: work.now, askedFor: values };
      const written = await writeNewFolder(out, (folder) => writePerson(folder, batches, about));
      saySoFar(`${tame(out)} is written and complete.`);
      return describeWritten({ folder: out, lang, hasLetter: letter !== undefined }, written, await findMore(written));
    }),
  );
