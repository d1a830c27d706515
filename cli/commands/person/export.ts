import { join } from 'node:path';
import { Option } from '@commander-js/extra-typings';
import type { Batch, Summary, Written } from '../../../pages/files/person-copy.ts';
import { sumUp } from '../../../pages/files/person-copy.ts';
import type { PageLang } from '../../../pages/i18n/index.ts';
import { chooseLang, pageLangs } from '../../../pages/i18n/index.ts';
import { countValues, findSpelledApart } from '../../../shared/consents/held-values.ts';
import { readStoredPerson } from '../../../shared/consents/list-consents.ts';
import type { FurtherConsents } from '../../../shared/consents/person.ts';
import { findFurther } from '../../../shared/consents/person.ts';
import type { FindableValues } from '../../../shared/consents/person-data.ts';
import { toFacts } from '../../../shared/evidence/facts.ts';
import { readManyHoldings } from '../../../shared/evidence/holdings.ts';
import { toStatement } from '../../../shared/evidence/statement.ts';
import type { Account } from '../../../shared/identity/account.ts';
import { readLineage } from '../../../shared/notices/lineage.ts';
import { formatTime } from '../../../shared/runtime/time.ts';
import { escapeInvisible, isVisible } from '../../../shared/schema/visible-text.ts';
import { languageNames } from '../../../shared/schema/vocabulary.ts';
import type { Table } from '../../../shared/store/table.ts';
import type { Work } from '../../action.ts';
import { command, looks } from '../../action.ts';
import { accountOption, chooseAccountOrOnly } from '../../choose.ts';
import { CommandError, setInterruptionNote } from '../../errors.ts';
import { readTextFile } from '../../input/files.ts';
import { describeNobody, parseValues, personArgument } from '../../input/values.ts';
import { checkNewFolder, noteUnfinished, writeNewFolder } from '../../output/files.ts';
import type { Result } from '../../output/print.ts';
import { countEach, watchReading } from '../../output/progress.ts';
import { align } from '../../output/rows.ts';
import { describeNoticeState, describeNotices, describeValues, part, toFurtherRow, warn } from './show.ts';

const refuseSeveral = (differing: readonly string[]): CommandError =>
  new CommandError(
    `Careful: these consents have different values of ${differing.join(', ')}, and may be of different people. Nothing was written. ` +
      'Look at the values with `person show`. Give one more value to select one person, or --yes if all consents are of the same person.',
    'refused',
  );

/**
 * Reads the consents of a person, newest first, a hundred at a time.
 *
 * @param areOne whether the differing values are known to belong to one person
 * @throws CommandError refused when they may belong to several people
 */
export async function* readBatches(
  table: Table,
  account: Account,
  values: FindableValues,
  { now, areOne }: { readonly now: Date; readonly areOne: boolean },
): AsyncGenerator<Batch> {
  const lineage = await readLineage(table, account.id);
  const reader = { account, lineage, kept: new Map() };
  const held = countValues();
  const pages = watchReading((onRead) => readStoredPerson(table, account.id, values, { lineage, filter: {}, onRead }));
  for await (const page of pages) {
    const consents = page.map(({ shown }) => shown);
    held.add(consents);
    const differing = areOne ? [] : findSpelledApart(held.values());
    if (differing.length > 0) throw refuseSeveral(differing);
    if (page.length === 0) continue;
    const stored = page.map((each) => each.stored);
    yield {
      consents,
      statements: async function* statements() {
        for await (const holdings of readManyHoldings(table, stored, reader)) yield toStatement(toFacts(holdings, now));
      },
    };
  }
}

const describeExtent = ({ count, first, last }: Summary): string => {
  const times = [first, last].map((time) => (time === undefined ? '' : formatTime(time)));
  const given = count === 1 ? `on ${times[0]}` : `from ${times.join(' to ')}`;
  return `${countEach(count, 'consent')}, given ${given}`;
};

const nameLang = (lang: PageLang): string => `${languageNames[lang].name} (${lang})`;

/** A hint that there may be more consents of the person: what the person gets must be complete. */
const describeFurther = (further: readonly FurtherConsents[]): string[] =>
  further.length === 0
    ? []
    : [
        part('More consents share values with this person, but lack a given value', further.map(toFurtherRow)),
        'Look at them with `person show` and these values. If they are of the same person, export by these values too.',
      ];

/** The result of `--check`: what the folder would contain. */
export const describeChecked = (
  summary: Summary,
  further: readonly FurtherConsents[],
  { lang, now }: { readonly lang: PageLang; readonly now: Date },
): Result => {
  const differing = findSpelledApart(summary.values);
  return {
    data: {
      consents: summary.count,
      first: summary.first,
      last: summary.last,
      lang,
      differing,
      further,
      notices: summary.notices.map(describeNoticeState),
      values: summary.values,
    },
    text: [
      ...warn(differing, 'export'),
      `Would be exported: ${describeExtent(summary)}. The page would be in ${nameLang(lang)}; --lang names another language.`,
      describeNotices(now, summary.notices),
      describeValues(summary.values),
      ...describeFurther(further),
    ].join('\n\n'),
  };
};

/** What was written, and what a human must do next. */
export const describeWritten = (
  { folder, lang, hasLetter }: { readonly folder: string; readonly lang: PageLang; readonly hasLetter: boolean },
  written: Written,
  further: readonly FurtherConsents[],
): Result => {
  const { count, first, last, sha256, proofFiles } = written;
  const shown = escapeInvisible(folder);
  const files = [
    [join(shown, 'index.html'), `the page for the person, in ${nameLang(lang)}`],
    [join(shown, 'data.json'), 'the same for programs'],
    ...(proofFiles === 0 ? [] : [[join(shown, 'proofs'), `${countEach(proofFiles, 'long proof')}, as pages`]]),
  ];
  const todo = [
    'Before you send it, open the page and make sure that everything in it is about this person.',
    ...(hasLetter
      ? []
      : ['Article 15 GDPR asks for more than the register knows: --letter <file> adds your own text to the page.']),
    `Note the SHA-256 of data.json in your record of the request: ${sha256}`,
  ];
  return {
    data: { folder, consents: count, first, last, lang, sha256, proofFiles, further },
    text: [`Written: ${describeExtent(written)}\n${align(files)}`, ...describeFurther(further), todo.join('\n')].join(
      '\n\n',
    ),
  };
};

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
  return {
    batches: startWith(first, batches),
    lang: lang ?? chooseLang(first.consents.map(({ facets }) => facets.lang)),
  };
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

export const exportPerson = command(
  'export',
  'Writes everything recorded about one person to a folder: a page for the person, in the language of most of their newest consents, and JSON',
  'person export email=ada@example.com --out ada --stage prod',
)
  .argument(...personArgument)
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
      await noteUnfinished(out);
      const { newVoice } = await import('../../../pages/files/voice.ts');
      const { writePerson } = await import('../../../pages/files/person-copy.ts');
      const voice = newVoice(lang, chosen.name);
      const about = { account: chosen.name, voice, letter, madeAt: work.now, askedFor: values };
      const written = await writeNewFolder(out, (folder) => writePerson(folder, batches, about));
      setInterruptionNote(`${escapeInvisible(out)} is written and complete.`);
      return describeWritten({ folder: out, lang, hasLetter: letter !== undefined }, written, await findMore(written));
    }),
  );

/** The officer's text for the person. @throws CommandError usage when it is unreadable or empty */
const readLetter = async (file: string | undefined): Promise<string | undefined> => {
  if (file === undefined) return undefined;
  const read = await readTextFile(file);
  if ('problem' in read) throw new CommandError(`${escapeInvisible(file)} ${read.problem}`, 'usage');
  if (!isVisible(read.text))
    throw new CommandError(
      `${escapeInvisible(file)} is empty. Write the text for the person into it, or leave --letter out.`,
      'usage',
    );
  return read.text;
};

async function* startWith(first: Batch, rest: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  yield first;
  yield* rest;
}
