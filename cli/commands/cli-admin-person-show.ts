import type { Account } from '../../shared/identity/account.ts';
import type { FindableValues } from '../../shared/consents/evidence.ts';
import { readLineage } from '../../shared/notices/lineage.ts';
import type { Moment } from '../../shared/consents/reports/consent-filter.ts';
import { collectValues, findDiffering } from '../../shared/consents/reports/held-values.ts';
import type { PersonConsent } from '../../shared/consents/reports/person-consents.ts';
import { readPerson } from '../../shared/consents/reports/person-consents.ts';
import { toStandings } from '../../shared/consents/reports/person-notices.ts';
import { toTimeline } from '../../shared/consents/reports/person-timeline.ts';
import type { Table } from '../../shared/store/client.ts';
import { CommandError } from '../command-error.ts';
import { accountOption, chooseAccountOrOnly } from './account/choice.ts';
import { command, looks } from '../command.ts';
import { watchReading } from '../printing/progress.ts';
import { atOption, toMoment } from '../typed/period.ts';
import { addText, describeNobody, parseValues } from '../typed/person-values.ts';
import { describeNotYet, describePerson, toPersonData } from './person/view.ts';

const findConsents = async (table: Table, accountId: string, values: FindableValues, { at }: Moment) => {
  const lineage = await readLineage(table, accountId);
  const filter = { period: { before: at && new Date(at.getTime() + 1) } };
  const found: PersonConsent[] = [];
  const pages = watchReading((onRead) => readPerson(table, accountId, values, { lineage, filter, onRead }));
  for await (const page of pages) found.push(...page);
  return found;
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

export const show = command(
  'show',
  'Shows everything about one person: the state for each notice, what happened when, and which values are recorded',
  'person show email=ada@example.com --stage prod',
)
  .argument(
    '<key=value...>',
    'a value of the person, such as email=ada@example.com; consents must have all given values',
    addText,
  )
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
        notices: toStandings(consents, moment),
        timeline: toTimeline(consents, moment),
        values: held,
      };
      return { data: toPersonData(person), text: first ? describeNotYet(person.at, first) : describePerson(person) };
    }),
  );
