import { Option } from '@commander-js/extra-typings';
import type { PageLang } from '../../pages/i18n/index.ts';
import { chooseLang, pageLangs } from '../../pages/i18n/index.ts';
import type { Batch } from '../../pages/person/person-copy.ts';
import type { Summary } from '../../pages/person/person-summary.ts';
import { sumUp } from '../../pages/person/person-summary.ts';
import type { ErasurePlan } from '../../shared/consents/erasure/erasures.ts';
import { erasuresOf, findPlans, findUndone } from '../../shared/consents/erasure/erasures.ts';
import { collectValues, findDiffering } from '../../shared/consents/held-values.ts';
import { readPerson } from '../../shared/consents/list-consents.ts';
import { toNoticeStates } from '../../shared/consents/notice-states.ts';
import { findFurther, toTimeline } from '../../shared/consents/person.ts';
import type { FindableValues } from '../../shared/consents/person-data.ts';
import type { Moment } from '../../shared/consents/state.ts';
import type { Account } from '../../shared/identity/account.ts';
import { readLineage } from '../../shared/notices/lineage.ts';
import { formatTime } from '../../shared/runtime/time.ts';
import { escapeInvisible, isVisible, makeVisible } from '../../shared/schema/visible-text.ts';
import type { Table } from '../../shared/store/table.ts';
import type { Work } from '../action.ts';
import { command, looks } from '../action.ts';
import { accountOption, chooseAccountOrOnly } from '../choose.ts';
import { CommandError } from '../errors.ts';
import { readTextFile } from '../input/files.ts';
import { atOption, describeNobody, parseValues, personArgument, toMoment } from '../input/values.ts';
import { saySoFar } from '../interruption.ts';
import { checkNewFolder, sayUnfinished, writeNewFolder } from '../output/new-folder.ts';
import type { Row } from '../output/print.ts';
import { toTable } from '../output/print.ts';
import { watchReading } from '../output/progress.ts';
import { needErasures } from '../stage/table.ts';
import { countConsents } from './erasure/unfinished.ts';
import { erase } from './person/erase.ts';
import { describeChecked, describeWritten } from './person/export.ts';
import { readBatches } from './person/exporting/reading.ts';
import { describeNotYet, describePerson, toPersonData } from './person/show.ts';

/** An erasure for scripts, and how many of its consents came back since, or are not erased yet. */
const describe = ({ plan, undone }: FoundErasure) => ({
  id: plan.id,
  time: plan.time,
  by: plan.by,
  extent: plan.extent,
  requestId: plan.request,
  consentIds: plan.consentIds,
  doneTime: plan.doneTime ?? null,
  undone,
});

const toRow = ({ plan: { time, by, extent, request, consentIds }, undone }: FoundErasure): Row => ({
  time: formatTime(time),
  consents: consentIds.length,
  extent,
  by,
  request,
  undone,
});

const describeAll = (found: readonly FoundErasure[]): string => {
  const undone = found.reduce((sum, each) => sum + each.undone, 0);
  const consents = new Set(found.flatMap(({ plan }) => plan.consentIds)).size;
  const isOver = found.every(({ plan }) => plan.doneTime !== undefined);
  const yes = isOver
    ? `Yes: ${countConsents(consents)} erased for this reference.`
    : 'Not yet: an erasure for this reference has not ended. If its command was interrupted, run the same command again.';
  const head =
    undone === 0
      ? yes
      : `Not yet: ${undone.toLocaleString('en')} of ${countConsents(consents)} are not erased. Run \`person erase --replay\`.`;
  return [head, toTable(found.map(toRow), '').text].join('\n\n');
};

/** An erasure, and how many of its consents the table still has. */
interface FoundErasure {
  readonly plan: ErasurePlan;
  readonly undone: number;
}

const erased = command(
  'erased',
  'Shows what was erased for a request of a person: when, by whom, how many consents, and whether all of it is done',
  'person erased DSR-2026/114 --stage prod',
)
  .argument(
    '<reference>',
    'reference of the request in your own files, as `person erase --reference` or the console had it',
  )
  .option(...accountOption)
  .action(
    looks(async ({ stage, table }, reference, { account: wanted }) => {
      const erasures = needErasures(stage);
      const account = await chooseAccountOrOnly(table, wanted);
      const found: FoundErasure[] = [];
      for (const plan of await findPlans(erasures, account.id, (each) => each.reference === reference)) {
        found.push({ plan, undone: (await findUndone(table, account.id, erasuresOf(plan))).length });
      }
      if (found.length > 0) return { data: found.map(describe), text: describeAll(found) };
      throw new CommandError(
        `Account "${makeVisible(account.name)}" erased nobody for this reference. \`erasure requests\` shows what is asked for, \`erasure list\` what was erased.`,
        'notFound',
      );
    }),
  );

const findConsents = async (table: Table, accountId: string, values: FindableValues, { at }: Moment) => {
  const lineage = await readLineage(table, accountId);
  const filter = { period: { before: at && new Date(at.getTime() + 1) } };
  const pages = watchReading((onRead) => readPerson(table, accountId, values, { lineage, filter, onRead }));
  return (await Array.fromAsync(pages)).flat();
};

/** The time of the person's first consent, when asked about an earlier moment. @throws CommandError notFound if there is none at all */
const findFirst = async (
  table: Table,
  account: Account,
  values: FindableValues,
  { now, at }: Moment,
): Promise<Date> => {
  const later = at === undefined ? [] : await findConsents(table, account.id, values, { now });
  const [first] = later.map(({ times }) => times.given).sort((one, other) => one.getTime() - other.getTime());
  if (first === undefined) throw new CommandError(describeNobody(account), 'notFound');
  return first;
};

const show = command(
  'show',
  'Shows everything about one person: the state for each notice, what happened when, and which values are recorded',
  'person show email=ada@example.com --stage prod',
)
  .argument(...personArgument)
  .option(...atOption)
  .option(...accountOption)
  .action(
    looks(async ({ table, now }, texts, { at, account }) => {
      const values = parseValues(texts);
      const chosen = await chooseAccountOrOnly(table, account);
      const moment = { now, at: at && toMoment(at) };
      const consents = await findConsents(table, chosen.id, values, moment);
      const first = consents.length > 0 ? undefined : await findFirst(table, chosen, values, moment);
      const held = collectValues(consents);
      const person = {
        at: moment.at ?? now,
        differing: findDiffering(held),
        notices: toNoticeStates(consents, moment),
        timeline: toTimeline(consents, moment),
        values: held,
      };
      return { data: toPersonData(person), text: first ? describeNotYet(person.at, first) : describePerson(person) };
    }),
  );

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

const exportPerson = command(
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
      await sayUnfinished(out);
      const { newVoice } = await import('../../pages/person/voice.ts');
      const { writePerson } = await import('../../pages/person/person-copy.ts');
      const voice = newVoice(lang, chosen.name);
      const about = { account: chosen.name, voice, letter, madeAt: work.now, askedFor: values };
      const written = await writeNewFolder(out, (folder) => writePerson(folder, batches, about));
      saySoFar(`${escapeInvisible(out)} is written and complete.`);
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

export const person = command(
  'person',
  'People: everything recorded about one person, and its erasure',
  'person show email=ada@example.com --stage prod',
)
  .addCommand(show)
  .addCommand(exportPerson)
  .addCommand(erase)
  .addCommand(erased);

async function* startWith(first: Batch, rest: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  yield first;
  yield* rest;
}
