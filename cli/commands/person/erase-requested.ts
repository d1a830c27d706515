import pMap from 'p-map';
import type { ErasureSite } from '../../../shared/consents/erasure/erase.ts';
import { enterErased, eraseConsents } from '../../../shared/consents/erasure/erase.ts';
import { findErasures, findUndonePlans } from '../../../shared/consents/erasure/erasures.ts';
import type { StoredErasureRequest } from '../../../shared/consents/erasure/request-schemas.ts';
import { answerDueOn } from '../../../shared/consents/erasure/request-schemas.ts';
import {
  beginErasureRequest,
  findUndoneRequests,
  finishErasureRequest,
} from '../../../shared/consents/erasure/requests.ts';
import type { HeldValue } from '../../../shared/consents/held-values.ts';
import { collectValues, findDiffering } from '../../../shared/consents/held-values.ts';
import { readConsents } from '../../../shared/consents/list-consents.ts';
import type { FurtherConsents } from '../../../shared/consents/person.ts';
import { findFurther } from '../../../shared/consents/person.ts';
import type { Account } from '../../../shared/identity/account.ts';
import { readLineage } from '../../../shared/notices/lineage.ts';
import { atOnce } from '../../../shared/runtime/retry.ts';
import { dayOf, formatTime } from '../../../shared/runtime/time.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import type { Table } from '../../../shared/store/table.ts';
import type { ChangingWork } from '../../action.ts';
import { chooseUsualOrAll } from '../../choose.ts';
import { CommandError } from '../../errors.ts';
import { askWhether, isInteractive } from '../../input/terminal.ts';
import { forReader } from '../../output/format.ts';
import type { Result } from '../../output/print.ts';
import { note } from '../../output/print.ts';
import { countEach } from '../../output/progress.ts';
import { needErasures } from '../../stage/open-table.ts';
import { describeBackups } from '../../stage/stage.ts';
import type { PlannedGroup } from '../erasure/plans.ts';
import {
  countActive,
  countConsents,
  describeExtent,
  describeUnfinished,
  finishPlans,
  toGroupData,
  toGroupRow,
  toGroups,
  watchErasing,
} from '../erasure/plans.ts';
import { part, toFurtherRow, toValueRow, warn } from './show.ts';

/** What a request would erase now, and what else is known of the person. */
interface RequestPlan {
  readonly account: Account;
  readonly request: StoredErasureRequest;
  readonly dueOn: string;
  /** Those of its consents that are still there. */
  readonly ids: readonly string[];
  readonly groups: readonly PlannedGroup[];
  readonly active: number;
  readonly values: readonly HeldValue[];
  readonly differing: readonly string[];
  /** Consents that share a value with these and are not in the request, also those given since. */
  readonly further: readonly FurtherConsents[];
  /** Those of its consents that had the person erased before. */
  readonly before: readonly string[];
  /** Those of its consents that are no longer there at all. */
  readonly missing: readonly string[];
}

const planRequest = async (
  { table, now }: ChangingWork,
  account: Account,
  request: StoredErasureRequest,
): Promise<RequestPlan> => {
  const { id: accountId } = account;
  const { consentIds, extent, receivedOn, id } = request;
  const lineage = await readLineage(table, accountId);
  const found = await readConsents(table, accountId, consentIds, lineage);
  const holding = found.filter(({ times }) => times.erased === undefined);
  const wanted = extent === 'everything' ? found : holding;
  const groups = toGroups(wanted, now);
  const values = collectValues(holding);
  const ids = wanted.map((consent) => consent.id);
  const idsFound = new Set(found.map((consent) => consent.id));
  return {
    account,
    request,
    dueOn: answerDueOn(receivedOn),
    ids,
    groups,
    active: countActive(groups),
    values,
    differing: findDiffering(values),
    further: await findFurther(table, accountId, values, new Set(consentIds), id),
    before: [...idsFound].filter((each) => !ids.includes(each)),
    missing: consentIds.filter((each) => !idsFound.has(each)),
  };
};

const describeBefore = ({ before, missing }: RequestPlan): string[] => [
  ...(before.length === 0
    ? []
    : [`${countConsents(before.length)} of the request ${before.length === 1 ? 'was' : 'were'} erased before.`]),
  ...(missing.length === 0
    ? []
    : [`${countConsents(missing.length)} of the request ${missing.length === 1 ? 'is' : 'are'} gone already.`]),
];

const describeRequest = (plan: RequestPlan, now: Date): string => {
  const { account, request, dueOn, groups, values, differing, further, ids } = plan;
  const { id, userId, requestTime, receivedOn, reason, reference, consentIds } = request;
  const isLate = dueOn < dayOf(now);
  const head =
    `Request ${id} of account ${escapeInvisible(account.name)} for ${countConsents(consentIds.length)}, by user ${userId} on ${formatTime(new Date(requestTime))}. ` +
    `It came on ${receivedOn}, and must be answered by ${dueOn}${isLate ? ', which has passed' : ''}. ` +
    `Reason: ${reason}${reference === undefined ? '' : `; reference: ${reference}`}.`;
  const later = further.reduce((sum, each) => sum + (each.later ?? 0), 0);
  return [
    head,
    ...describeBefore(plan),
    ...warn(differing, 'erase'),
    ...(groups.length === 0 ? ['Nothing of it is left to erase.'] : [part('Consents', groups.map(toGroupRow))]),
    ...(values.length === 0 ? [] : [part('Values that they hold', values.map(toValueRow))]),
    ...(further.length === 0
      ? []
      : [
          part(
            'More consents share values with these, and are not in the request. They stay as they are',
            further.map((each) => ({ ...toFurtherRow(each), 'given since': each.later })),
          ),
        ]),
    ...(later === 0 ? [] : ['Some were given after the request: ask the user whether the request means them too.']),
    ...(ids.length === 0 ? [] : [describeExtent({ ...plan, extent: request.extent })]),
  ].join('\n\n');
};

/** A request and what it would erase, for scripts. */
const toRequestData = ({ account, request, dueOn, ids, groups, before, missing, ...plan }: RequestPlan) => ({
  ...request,
  accountId: account.id,
  account: account.name,
  dueOn,
  toErase: ids,
  groups: toGroupData(groups),
  ...plan,
  erasedBefore: before.length,
  missing: missing.length,
});

/** What became of a request in this command. */
interface Answered {
  readonly id: string;
  readonly outcome: 'done' | 'left' | 'ended-elsewhere';
  readonly erased: number;
}

/** How many of the consents are listed as erased since the request, whichever command did it. */
const countErased = async ({ erasures, accountId }: ErasureSite, request: StoredErasureRequest): Promise<number> => {
  const listed = await findErasures(erasures, accountId, request.consentIds);
  return listed.filter(({ time }) => time >= new Date(request.requestTime)).length;
};

const carryOut = async (
  { newChange }: ChangingWork,
  site: ErasureSite,
  { request, ids }: RequestPlan,
): Promise<Answered> => {
  const { table, accountId } = site;
  const { id, extent, reason, reference } = request;
  if (!(await beginErasureRequest(table, accountId, id))) return { id, outcome: 'ended-elsewhere', erased: 0 };
  const change = newChange();
  const asked = { consentIds: ids, extent, request: id, reference };
  const target = { requestReason: reason };
  if (ids.length > 0) {
    await watchErasing(ids.length, (onErased) => eraseConsents(site, asked, change, { newChange, onErased, target }));
  }
  const erased = await countErased(site, request);
  await finishErasureRequest(table, accountId, id, { erased, now: new Date() });
  return { id, outcome: 'done', erased };
};

const says: Readonly<Record<Answered['outcome'], (answered: Answered) => string>> = {
  done: ({ id, erased }) => `Request ${id} is done: ${countConsents(erased)} erased.`,
  left: ({ id }) => `Request ${id} stays open. Refuse it with \`erasure refuse ${id} --reason\`, or erase later.`,
  'ended-elsewhere': ({ id }) => `Request ${id} was withdrawn, refused or done by somebody else in the meantime.`,
};

interface RequestedOptions {
  readonly account: string | undefined;
  readonly check: boolean;
  readonly yes: boolean;
}

/** The open requests of the accounts, and a finding if others are damaged. */
const findOpen = async ({ table }: ChangingWork, accounts: readonly Account[]) => {
  const found = await pMap(accounts, ({ id }) => findUndoneRequests(table, id), atOnce);
  const damaged = found.flatMap((each) => each.damaged);
  return {
    requests: accounts.flatMap((account, i) => (found[i]?.requests ?? []).map((request) => ({ account, request }))),
    damage: damaged.map(
      (id) => `Request ${escapeInvisible(id)} is damaged, and cannot be carried out. \`doctor\` says what to do.`,
    ),
  };
};

const describeOpen = (count: number): string =>
  `${countEach(count, 'request')} to erase consents ${count === 1 ? 'is' : 'are'} open.`;

/** What a check reports, in lines; nothing if there is nothing. */
const toFinding = (lines: readonly string[]): Pick<Result, 'finding'> =>
  lines.length === 0 ? {} : { finding: lines.join('\n') };

/** Finishes the interrupted erasures of the accounts, before anything else is erased there. */
const finishBegun = async (work: ChangingWork, erasures: Table, accounts: readonly Account[]): Promise<void> => {
  for (const { id: accountId } of accounts) {
    const plans = await findUndonePlans(erasures, accountId);
    for (const line of describeUnfinished(plans)) note(line);
    await finishPlans(work, { table: work.table, erasures, log: work.stage.log, accountId }, plans);
  }
};

/**
 * Shows each open request of an account, or of all, the nearest deadline of an account first, and carries out those that
 * are confirmed.
 */
export const eraseRequested = async (
  work: ChangingWork,
  { account: wanted, check, yes }: RequestedOptions,
): Promise<Result> => {
  const { table, now, stage } = work;
  const erasures = needErasures(stage);
  const { requests, damage } = await findOpen(work, await chooseUsualOrAll(table, wanted));
  if (requests.length === 0) return { data: [], text: 'No request to erase consents is open.', ...toFinding(damage) };
  if (check) {
    const plans: RequestPlan[] = [];
    for (const { account, request } of requests) plans.push(await planRequest(work, account, request));
    return {
      data: plans.map(toRequestData),
      text: plans.map((plan) => describeRequest(plan, now)).join('\n\n'),
      ...toFinding([describeOpen(requests.length), ...damage]),
    };
  }
  if (!yes && !isInteractive()) {
    for (const { account, request } of requests)
      note(`${describeRequest(await planRequest(work, account, request), now)}\n`);
    throw new CommandError(
      'Erase what is requested? Confirm all of it with --yes, or refuse a request with `erasure refuse --reason` first.',
      'usage',
    );
  }
  await finishBegun(work, erasures, [...new Set(requests.map(({ account }) => account))]);
  const answered: Answered[] = [];
  for (const { account, request } of requests) {
    const plan = await planRequest(work, account, request);
    const site = { table, erasures, log: stage.log, accountId: account.id };
    await enterErased(site, { erased: plan.before, missing: plan.missing }, now);
    note(`${describeRequest(plan, now)}\n`);
    const isWanted = yes || plan.ids.length === 0 || (await askWhether('This cannot be undone. Erase?'));
    const done = isWanted ? await carryOut(work, site, plan) : { id: request.id, outcome: 'left' as const, erased: 0 };
    answered.push(done);
    note(`${says[done.outcome](done)}\n`);
  }
  const next =
    'Next: erase the person in your other systems, and in files and pages made from these consents. Inform those who received the data ' +
    `(Article 19 GDPR), and answer the person. ${describeBackups(stage)}`;
  return {
    ...toFinding(damage),
    data: answered,
    text: [
      ...answered.map((each) => forReader(says[each.outcome](each))),
      ...(answered.some(({ erased }) => erased > 0) ? [next] : []),
    ].join('\n'),
  };
};
