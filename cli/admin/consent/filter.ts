import { Option } from '@commander-js/extra-typings';
import { consentStates } from '../../../shared/consents/state.ts';
import { identifierPattern } from '../../../shared/identifier.ts';
import { findNoticeVersion } from '../../../shared/notices/notice.ts';
import type { ConsentFilter } from '../../../shared/reports/consent-filter.ts';
import type { Channel, Lang } from '../../../shared/schema/vocabulary.ts';
import { channels, languages } from '../../../shared/schema/vocabulary.ts';
import type { Table } from '../../../shared/store/client.ts';
import { CommandError } from '../../command-error.ts';
import { chooseNotice, chooseVersion, readHistory } from '../notice/choice.ts';
import { chooseProject } from '../project/choice.ts';
import { toPeriod } from '../typed/period.ts';
import type { TimeSpan } from '../typed/time-span.ts';

export const stateOption = new Option('--state <state>', 'as it is, or at the time that --at says').choices(
  consentStates,
);
export const channelOption = new Option('--channel <channel>', 'how the consent came in').choices(channels);
export const langOption = new Option('--lang <language>', 'in which the text was shown').choices(languages);

/** What the options of a list of consents ask for, as it was typed. */
interface Wanted {
  readonly project?: string | undefined;
  readonly notice?: string | undefined;
  readonly version?: string | undefined;
  readonly lang?: Lang | undefined;
  readonly channel?: Channel | undefined;
  readonly state?: ConsentFilter['state'];
  readonly from?: TimeSpan | undefined;
  readonly until?: TimeSpan | undefined;
}

const findVersion = async (table: Table, accountId: string, id: string) => {
  if (!identifierPattern.test(id)) {
    throw new CommandError('--version takes the id of a version, or its number beside --notice.', 'usage');
  }
  const version = await findNoticeVersion(table, accountId, id);
  if (version !== undefined) return { pid: version.pid, versionId: id };
  throw new CommandError(`No notice has a version ${id}. \`notice history\` shows those of a notice.`, 'notFound');
};

const findNotice = async (table: Table, accountId: string, { notice, version }: Wanted) => {
  if (notice === undefined) return version === undefined ? {} : findVersion(table, accountId, version);
  const chosen = await chooseNotice(table, notice, accountId);
  const named = version === undefined ? chosen.version : chooseVersion(await readHistory(table, chosen), version);
  if (chosen.version !== undefined && named?.id !== chosen.version.id) {
    throw new CommandError('Say one version, not several.', 'usage');
  }
  return { pid: chosen.head.pid, versionId: named?.id };
};

/** The filter of an account's consents. @throws CommandError when the account has no such project, notice or version */
export const toFilter = async (table: Table, accountId: string, wanted: Wanted): Promise<ConsentFilter> => {
  const { project, lang, channel, state } = wanted;
  const period = toPeriod(wanted);
  const projectUid = project === undefined ? undefined : (await chooseProject(table, accountId, project)).uid;
  return { projectUid, ...(await findNotice(table, accountId, wanted)), lang, channel, state, period };
};
