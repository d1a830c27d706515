import { Option } from '@commander-js/extra-typings';
import { consentStates } from '../../../shared/consents/state.ts';
import type { Span } from '../../../shared/evidence/state-statement.ts';
import type { ConsentFilter } from '../../../shared/consents/reports/consent-filter.ts';
import type { Channel, Lang } from '../../../shared/schema/vocabulary.ts';
import { channels, languages } from '../../../shared/schema/vocabulary.ts';
import type { Table } from '../../../shared/store/client.ts';
import { chooseScope } from '../notice/choice.ts';
import { chooseProject } from '../project/choice.ts';
import { toPeriod } from '../../typed/period.ts';

export const stateOption = new Option(
  '--state <state>',
  'only consents in this state, now or at the time in --at',
).choices(consentStates);
export const channelOption = new Option('--channel <channel>', 'only consents recorded through this channel').choices(
  channels,
);
export const langOption = new Option(
  '--lang <language>',
  'only consents whose text was shown in this language',
).choices(languages);

/** The filter options as typed. */
interface Wanted {
  readonly project?: string | undefined;
  readonly notice?: string | undefined;
  readonly version?: string | undefined;
  readonly lang?: Lang | undefined;
  readonly channel?: Channel | undefined;
  readonly state?: ConsentFilter['state'];
  readonly from?: Span | undefined;
  readonly until?: Span | undefined;
}

/** The filter for an account's consents. @throws CommandError when the account has no such project, notice or version */
export const toFilter = async (table: Table, accountId: string, wanted: Wanted): Promise<ConsentFilter> => {
  const { project, lang, channel, state } = wanted;
  const period = toPeriod(wanted);
  const projectUid = project === undefined ? undefined : (await chooseProject(table, accountId, project)).uid;
  const { pid, versionId } = await chooseScope(table, accountId, wanted);
  return { projectUid, pid, versionId, lang, channel, state, period };
};
