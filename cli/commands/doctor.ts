import pMap from 'p-map';
import { toResourceName } from '../../infra/code.ts';
import { contract } from '../../shared/api/contract.ts';
import type { Erasure } from '../../shared/consents/erasure/erasures.ts';
import { findUndone, findUndonePlans, listErasures } from '../../shared/consents/erasure/erasures.ts';
import { answerDueOn } from '../../shared/consents/erasure/request-schemas.ts';
import { findUndoneRequests } from '../../shared/consents/erasure/requests.ts';
import { listAccounts } from '../../shared/identity/account.ts';
import type { EvidenceKey } from '../../shared/identity/keys/evidence-keys.ts';
import { readEvidenceKeys } from '../../shared/identity/keys/evidence-keys.ts';
import type { EvidenceKeyName } from '../../shared/identity/keys/evidence-signer.ts';
import { findEnd, readVerificationKeys } from '../../shared/identity/keys/verification-keys.ts';
import type { ListedKey } from '../../shared/identity/machine-keys.ts';
import { isInForce, listKeys } from '../../shared/identity/machine-keys.ts';
import { listUsers } from '../../shared/identity/user.ts';
import { atOnce } from '../../shared/runtime/retry.ts';
import { dayMilliseconds, dayOf, formatTime } from '../../shared/runtime/time.ts';
import type { Table } from '../../shared/store/table.ts';
import { command, looks } from '../action.ts';
import { exitCodes } from '../errors.ts';
import { forReader } from '../output/format.ts';
import { countEach, countOf } from '../output/progress.ts';
import { toTable } from '../output/rows.ts';
import { isTableAlone } from '../stage/open-table.ts';
import type { Stage } from '../stage/stage.ts';
import { askApi, describeTable, isTolerable, measureSkew } from '../stage/stage.ts';
import type { Check, Diagnosis } from './doctor/finding.ts';
import { look, ok, skipped, unknown, wrong } from './doctor/finding.ts';
import { logChecks } from './doctor/log-checks.ts';
import { mail } from './doctor/mail.ts';
import { backupChecks, secondTable, tableChecks } from './doctor/table-checks.ts';
import { watchingChecks } from './doctor/watching-checks.ts';
import { describeUndone } from './erasure/plans.ts';
import { explainState, findKey, nameState, toKmsLine, toReviving } from './evidence/kms-key.ts';
import { describeRotation } from './key.ts';

const noKey = (stage: Stage): Diagnosis =>
  isTableAlone(stage)
    ? unknown()
    : wrong('missing', 'Deploy the stage again to create it. Until then nothing can be signed.');

const signing: Check = {
  name: 'evidence key',
  look: async (stage) => {
    const { evidenceKey, table } = stage;
    if (evidenceKey === undefined) return noKey(stage);
    const { id } = evidenceKey;
    const [found, keys] = await Promise.all([findKey(id), readEvidenceKeys(table)]);
    const { arn, state = 'gone' } = found ?? {};
    if (state !== 'Enabled') {
      const { says, todo } = explainState(state, id);
      return wrong(says, todo);
    }
    const listed = keys.find((key) => key.arn === arn);
    return listed !== undefined
      ? ok(`in use since ${formatTime(new Date(listed.usedFrom))}`)
      : wrong('not listed', 'Run `evidence add-key` to list it. Until then nobody can verify what it signs.');
  },
};

const withoutKey =
  'Without it no call succeeds, and after seven days DynamoDB archives the tables (docs/operate.md, A key that is not enabled).';

/** The keys that encrypt the tables, as DynamoDB names them, and that of events. */
const findEncryptionKeys = async ({ table, erasures, log, announcement }: Stage): Promise<string[]> => {
  const found = new Set(announcement && [announcement.encryptionKey]);
  for (const each of [table, erasures, log]) {
    const { SSEDescription } = each === undefined ? {} : await describeTable(each);
    if (SSEDescription?.KMSMasterKeyArn !== undefined) found.add(SSEDescription.KMSMasterKeyArn);
  }
  return [...found];
};

const encryption: Check = {
  name: 'encryption key',
  look: async (stage) => {
    if (stage.isLocal) return skipped('does not apply to a local table');
    const keys = await findEncryptionKeys(stage);
    if (keys.length === 0) return skipped('the tables are encrypted with a key of AWS');
    const found = await Promise.all(keys.map(findKey));
    const states = found.map((key) => key?.state ?? 'gone');
    const ended = keys.flatMap((id, i) => (states[i] === 'Enabled' ? [] : [{ id, state: states[i] ?? 'gone' }]));
    if (ended.length === 0) return ok(`${keys.join(', ')} enabled`);
    const lines = ended.flatMap(({ id, state }) => toReviving(state, id) ?? []);
    return wrong(
      ended.map(({ id, state }) => `${id} is ${nameState(state)}`).join('; '),
      lines.length === 0 ? withoutKey : `${withoutKey} Bring it back at once: ${lines.join(' && ')}`,
    );
  },
};

/** How long a former key may stay: by then, documents in transit have arrived and no deployment is rolled back. */
const graceDays = 30;

/** The keys of the stage before the one that signs now, with the first use of the key after each. */
const findFormer = (keys: readonly EvidenceKey[], { id, stage }: EvidenceKeyName) => {
  const ofStage = keys.filter((key) => key.stage === stage);
  return ofStage.flatMap(({ arn, usedFrom }) => {
    const [usedUntil] = ofStage.flatMap((other) => (other.usedFrom > usedFrom ? [other.usedFrom] : [])).sort();
    return usedUntil === undefined || arn === id ? [] : [{ arn, usedUntil }];
  });
};

const former: Check = {
  name: 'former evidence keys',
  look: async ({ table, evidenceKey, isLocal }, now) => {
    const listed = evidenceKey === undefined ? [] : findFormer(await readEvidenceKeys(table), evidenceKey);
    const over = listed.filter(({ usedUntil }) => Date.parse(usedUntil) + graceDays * dayMilliseconds < now.getTime());
    if (isLocal || over.length === 0) return ok('none to delete');
    const found = await Promise.all(over.map(({ arn }) => findKey(arn)));
    const left = over.filter((_, i) => found[i] !== undefined && found[i].state !== 'PendingDeletion');
    const [first] = left;
    if (first === undefined) return ok(`${over.length} deleted`);
    return wrong(
      `${first.arn} still exists; it stopped signing on ${first.usedUntil}`,
      `Delete it, so that nobody can sign with it. What it signed stays valid. ${toKmsLine('schedule-key-deletion', first.arn)}`,
    );
  },
};

const rotationJob = `job ${toResourceName('rotateSigningKey')}`;

const keys: Check = {
  name: 'public keys',
  look: async (stage) => {
    const all = await readVerificationKeys(stage.table);
    const signing = all.filter((key) => findEnd(key) === undefined);
    const isOurs = signing.some(({ secretId }) => isTableAlone(stage) || secretId === stage.signingKeySecret);
    return isOurs
      ? ok(`${all.length}; ${signing.length} in use`)
      : wrong('none that signs', `Run \`key rotate\`. If that does not help, read the log of the ${rotationJob}.`);
  },
};

const keyChecks: readonly Check[] = [encryption, signing, former];

const erasuresTable = secondTable('erasures', {
  option: '--erasures-table',
  stageLacks: wrong('missing', 'Deploy the stage again to create it. Until then nobody can be erased.'),
});

/** How many of each account's latest erasures are checked: a restore brings those back. */
const most = 1_000;

const lookAtLatest = async (table: Table, erasures: Table, accountId: string): Promise<Looked> => {
  const undone: Erasure[] = [];
  let listed = 0;
  for await (const planned of listErasures(erasures, accountId)) {
    const latest = planned.slice(0, most - listed);
    undone.push(...(await findUndone(table, accountId, latest)));
    listed += latest.length;
    if (listed >= most) break;
  }
  return { listed, undone };
};

const replay =
  'This happens after a restore, or when an erasing command was interrupted. Run `person erase --replay` to erase them again.';

const erased: Check = {
  name: 'erasures',
  look: async ({ table, erasures }) => {
    if (erasures === undefined) return skipped('needs the erasures table');
    const accounts = await listAccounts(table);
    const looked = await pMap(accounts, ({ id }) => lookAtLatest(table, erasures, id), atOnce);
    const listed = looked.reduce((sum, each) => sum + each.listed, 0);
    const undone = looked.reduce((sum, each) => sum + each.undone.length, 0);
    if (listed === 0) return ok('no erasures');
    const latest = `of the latest ${countEach(listed, 'erasure')}`;
    return undone === 0
      ? ok(`none ${latest} has come back`)
      : wrong(`${countOf(undone, latest)} must be done again`, replay);
  },
};

const unfinished: Check = {
  name: 'unfinished erasures',
  look: async ({ table, erasures }) => {
    if (erasures === undefined) return skipped('needs the erasures table');
    const accounts = await listAccounts(table);
    const plans = await pMap(accounts, ({ id }) => findUndonePlans(erasures, id), atOnce);
    const undone = plans.flat().map((plan) => `an ${describeUndone(plan)}`);
    return undone.length === 0
      ? ok('none')
      : wrong(undone.join('; '), 'If no command is still running it, `person erase --replay` finishes it.');
  },
};

/** How near a deadline must be to be reported: somebody has to decide in time. */
const nearDays = 7;

const requested: Check = {
  name: 'requests to erase',
  look: async ({ table }, now) => {
    const accounts = await listAccounts(table);
    const found = await pMap(accounts, ({ id }) => findUndoneRequests(table, id), atOnce);
    const near = dayOf(now.getTime() + nearDays * dayMilliseconds);
    const damaged = found.flatMap((each) => each.damaged);
    const all = found.flatMap(({ requests }) =>
      requests.map(({ id, receivedOn }) => ({ id, dueOn: answerDueOn(receivedOn) })),
    );
    const due = all.filter(({ dueOn }) => dueOn <= near);
    const open = [
      ...damaged.map((id) => `${id} is damaged`),
      ...due.map(({ id, dueOn }) => `${id} must be answered by ${dueOn}`),
    ];
    if (open.length === 0)
      return ok(all.length === 0 ? 'none open' : `${all.length} open, none due within ${nearDays} days`);
    const remedies = [
      ...(damaged.length === 0
        ? []
        : [
            'Have the users ask again for what a damaged one asked, then delete its item `REQUEST#<id>` from the table.',
          ]),
      ...(due.length === 0
        ? []
        : ['Run `person erase --requests` to carry it out, or `erasure refuse --reason` to refuse it and say why.']),
    ];
    return wrong(open.join('; '), remedies.join(' '));
  },
};

const accounts: Check = {
  name: 'accounts',
  look: async ({ table }) => {
    const all = await listAccounts(table);
    if (all.length === 0) return wrong('none', 'Run `setup` to create the first one.');
    return ok(`${all.length}; ${all.filter((account) => account.consentRegisterEnabled).length} enabled`);
  },
};

const erasureChecks: readonly Check[] = [erasuresTable, unfinished, erased, requested];

const caller: Check = {
  name: 'credentials',
  look: async ({ findCaller }) => ok(await findCaller()),
};

const region: Check = {
  name: 'region',
  look: async ({ table }) => ok(await table.client.config.region()),
};

const rotation: Check = {
  name: 'key rotation',
  look: async ({ signingKeySecret, isLocal }) => {
    if (isLocal) return skipped('only with `key rotate`');
    if (signingKeySecret === undefined) return unknown();
    const rotation = await describeRotation(signingKeySecret);
    if (rotation === undefined) {
      return wrong('the secret is gone', `Restore the secret ${signingKeySecret}, or deploy the stage again.`);
    }
    const { isScheduled, isUnfinished, lastRotatedAt } = rotation;
    if (isUnfinished) return wrong('not completed', `Read the log of the ${rotationJob}, then run \`key rotate\`.`);
    if (!isScheduled) return wrong('not scheduled', 'Deploy the stage again: its schedule is missing.');
    return lastRotatedAt === undefined
      ? wrong('has never run', 'Run `key rotate`. Login answers 503 until there is a key.')
      : ok(`last on ${lastRotatedAt.toISOString()}`);
  },
};

const api: Check = {
  name: 'API',
  look: async ({ apiUrl }) => {
    if (apiUrl === undefined) return unknown();
    const todo = `Call ${apiUrl}${contract.details.path} yourself, and look at the logs and alarms of the stage.`;
    const answer = await askApi(apiUrl);
    if (answer === undefined) return wrong(`${apiUrl} does not answer`, todo);
    const problem: unknown = await answer.json().catch(() => undefined);
    const code = typeof problem === 'object' && problem !== null && 'code' in problem ? problem.code : undefined;
    if (code === 'token.missing') return ok(`${apiUrl} answers`);
    return code === 'address.not-allowed'
      ? ok(`${apiUrl} answers, and does not allow calls from this machine (option allowedAddresses)`)
      : wrong(`${apiUrl} answers ${answer.status}, unlike a consent register`, todo);
  },
};

const clock: Check = {
  name: 'clock',
  look: async ({ apiUrl }) => {
    if (apiUrl === undefined) return unknown();
    const seconds = await measureSkew(apiUrl);
    if (seconds === undefined) return skipped('the API does not send its time');
    return isTolerable(seconds)
      ? ok(`${seconds} s off the clock of the API`)
      : wrong(
          `${seconds} s off the clock of the API`,
          'Set the clock of this machine. The operations log uses its time.',
        );
  },
};

/** Days without a call after which `doctor` names a key: nobody may need it any more, or notice that it is stolen. */
const idleDays = 90;

/** Finds keys that work and that nobody has called with for long. */
const machineKeys: Check = {
  name: 'keys for machines',
  look: async ({ table }, now) => {
    const inForce = (await listAllKeys(table)).filter((key) => isInForce(key, now));
    const since = new Date(now.getTime() - idleDays * dayMilliseconds).toISOString();
    const idle = inForce.filter(({ createdAt, usedOn }) => (usedOn ?? createdAt) < since.slice(0, 10));
    if (idle.length === 0) {
      return ok(
        inForce.length === 0 ? 'none in force' : `${inForce.length} in force, none unused for ${idleDays} days`,
      );
    }
    return wrong(
      `${countEach(idle.length, 'key')} unused for ${idleDays} days: ${idle.map(describeIdle).join('; ')}`,
      `End each key that nobody needs, such as the first: \`user key end ${idle[0]?.userId} ${idle[0]?.id}\`.`,
    );
  },
};

const listAllKeys = async (table: Table): Promise<ListedKey[]> => {
  const accounts = await listAccounts(table);
  const users = (await pMap(accounts, ({ id }) => listUsers(table, id), atOnce)).flat();
  return (await pMap(users, ({ id }) => listKeys(table, id), atOnce)).flat();
};

const describeIdle = ({ id, userId, usedOn, note }: ListedKey): string =>
  `${id} of user ${userId}${note === undefined ? '' : ` (${note})`}, ${usedOn === undefined ? 'never used' : `last used on ${usedOn}`}`;

const serviceChecks: readonly Check[] = [caller, region, keys, rotation, api, clock, accounts, machineKeys];

export const doctor = command(
  'doctor',
  `Checks a stage and says what to do about problems; exit code ${exitCodes.finding} if a check fails`,
  'doctor --stage prod',
).action(
  looks(async ({ stage, now }) => {
    const findings = await Promise.all(
      [
        ...tableChecks,
        ...serviceChecks,
        ...watchingChecks,
        mail,
        ...backupChecks,
        ...keyChecks,
        ...erasureChecks,
        ...logChecks,
      ].map((check) => look(check, stage, now)),
    );
    const wrong = findings.filter(({ state }) => state === 'wrong').map(({ check }) => check);
    const rows = findings.map(({ check, state, says, todo = '' }) => ({
      check,
      state,
      says: forReader(says),
      'what to do': forReader(todo),
    }));
    const finding = wrong.length === 0 ? {} : { finding: `Checks failed: ${wrong.join(', ')}.` };
    return { ...toTable(rows, '', findings), ...finding };
  }),
);

interface Looked {
  readonly listed: number;
  readonly undone: readonly Erasure[];
}
