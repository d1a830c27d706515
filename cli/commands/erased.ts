import type { Account } from '../../shared/identity/account.ts';
import type { ErasedConsent } from '../../shared/consents/erasure/erased-person.ts';
import { findErasedPerson } from '../../shared/consents/erasure/erased-person.ts';
import { readLineage } from '../../shared/notices/lineage.ts';
import { makeVisible } from '../../shared/schema/visible-text.ts';
import { formatTime } from '../../shared/time.ts';
import { CommandError } from '../command-error.ts';
import { accountOption, chooseAccountOrOnly } from './account/choice.ts';
import { command, looks } from '../command.ts';
import { needErasures } from '../stage/erasures.ts';
import { addText, parseValues } from '../typed/person-values.ts';
import { part } from './person/view.ts';

const describeNever = ({ name }: Account): string =>
  `Account "${makeVisible(name)}" erased nobody with these values, or erased them with --everything, which leaves nothing to find. Check the ` +
  'spelling and the key, such as email. Values are compared as a whole, and one consent must have had all of them.';

const describe = ({ id, facets, version, times: { given, revoked }, erased }: ErasedConsent) => ({
  ...{ id, notice: version.name, pid: facets.pid, version: version.version, versionId: facets.versionId },
  ...{ project: facets.projectUid, given, revoked, erased },
});

const toRow = (consent: ErasedConsent) => {
  const { id, notice, version, project, given, revoked, erased } = describe(consent);
  return {
    ...{ id, notice, version, project, given: formatTime(given) },
    revoked: revoked && formatTime(revoked),
    erased: formatTime(erased),
  };
};

const describeAll = (consents: readonly ErasedConsent[]): string => {
  const times = [...new Set(consents.map(({ erased }) => formatTime(erased)))].sort();
  const count = consents.length === 1 ? '1 consent' : `${consents.length} consents`;
  return [
    `Yes: ${count} with these values, erased on ${times.join(', ')}.`,
    part('Remaining evidence', consents.map(toRow)),
  ].join('\n\n');
};

export const erased = command(
  'erased',
  'Shows whether a person with these values was erased, when, and which evidence remains',
  'person erased email=ada@example.com --stage prod',
)
  .argument(
    '<key=value...>',
    'a value of the person, such as email=ada@example.com; consents must have all given values',
    addText,
  )
  .option(...accountOption)
  .action(
    looks(async ({ stage, table }, texts, { account: wanted }) => {
      const values = parseValues(texts);
      const erasures = needErasures(stage);
      const account = await chooseAccountOrOnly(table, wanted);
      const lineage = await readLineage(table, account.id);
      const consents = await findErasedPerson({ table, erasures, accountId: account.id }, values, lineage);
      if (consents.length === 0) throw new CommandError(describeNever(account), 'notFound');
      return { data: consents.map(describe), text: describeAll(consents) };
    }),
  );
