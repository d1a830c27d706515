import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { encryptionKeyAlias } from '../../cli/local/kms.ts';
import { policies } from '../../infra/policies.ts';
import { listSessions } from '../../shared/identity/session.ts';
import { anchorCheckpoint } from '../../shared/log/anchors.ts';
import { openEventSigner } from '../../shared/log/announcing.ts';
import { readCheckpoints } from '../../shared/log/checkpoints.ts';
import { askErasure } from '../shared/consents/erasure/erasure-requests.ts';
import { bucket, startBucket } from '../shared/log/anchor-bucket.ts';
import { leaves, runAdmin } from '../support/call/admin.ts';
import { findActor } from '../support/call/rights.ts';
import { serve } from '../support/call/serve.ts';
import type { CallInput } from '../support/call/table-call.ts';
import { startFaultyBus } from '../support/faults/faulty-service.ts';
import { refuse, startProxy } from '../support/faults/store-proxy.ts';
import { addConsent, newKey, newTenant } from '../support/make/builders.ts';
import { secretArn, startTrails, useDeployedStage } from '../support/make/deployed-stage.ts';
import { crmHeader, crmMapping, makeFolder, newPath, putEveryForm } from '../support/make/exports.ts';
import { privacyFiles, writeNoticeFolder } from '../support/make/notices.ts';
import { openOwnLog } from '../support/make/register-log.ts';
import { alarmTopic, publishKey, soundTrail } from '../support/make/sound-stage.ts';
import { logTable, table } from '../support/make/table.ts';
import { createThree } from '../support/make/tables.ts';
import { findAllowing, roles, toRequests } from './iam.ts';

const withoutRole = /^(?:init|synth|start|bootstrap|deploy|diff|destroy|notice preview|evidence (?:verify|page))$/;
const roleOf = (command: string): keyof typeof roles => {
  if (['person erase', 'consent purge', 'erasure refuse'].includes(command)) return 'erase';
  return leaves.some(({ name, isChanging }) => name === command && isChanging) ? 'operate' : 'look';
};

const [run, asked] = [new Set<string>(), new Set<string>()];
const refused: object[] = [];

/** What all clients of the SDK inherit. */
const everyClient: { send: (this: { config: { serviceId: string } }, ...args: unknown[]) => unknown } =
  Object.getPrototypeOf(DynamoDBDocumentClient.prototype);
const { send } = everyClient;
everyClient.send = function (...args) {
  const [call] = args as [{ readonly constructor: { readonly name: string }; readonly input: CallInput }];
  const [, command] = /^command (.+)/.exec(findActor() ?? '') ?? [];
  const requests = command === undefined ? [] : toRequests(this.config.serviceId, call.constructor.name, call.input);
  for (const request of requests) {
    asked.add(request.action);
    if (!findAllowing(roles[roleOf(command ?? '')], request)) refused.push({ command, ...request });
  }
  return Reflect.apply(send, this, args);
};
afterAll(() => {
  everyClient.send = send;
});

const bus = await startFaultyBus();
const aws = await useDeployedStage();
const cloudTrail = await startTrails();
const backup = await serve(async (_, response) => response.end(JSON.stringify({ RecoveryPoints: [] })));
const mail = await serve(async (_, response) =>
  response.end(JSON.stringify({ VerifiedForSendingStatus: true, ProductionAccessEnabled: true, SendingEnabled: true })),
);
await startProxy('AWS_ENDPOINT_URL_SECRETS_MANAGER', async ({ name, input, forward }) => {
  if (name !== 'DescribeSecret' && name !== 'RotateSecret') return forward();
  return input.SecretId === secretArn ? { status: 200, output: {} } : refuse(400, 'ResourceNotFoundException');
});

beforeEach(() => {
  vi.stubEnv('AWS_ENDPOINT_URL_CLOUDTRAIL', cloudTrail.endpoint);
  vi.stubEnv('AWS_ENDPOINT_URL_BACKUP', backup);
  vi.stubEnv('AWS_ENDPOINT_URL_SESV2', mail);
  cloudTrail.trails.push(soundTrail);
  aws.subscriptions.set(alarmTopic, []);
  const outputs = {
    AlarmTopicArn: alarmTopic,
    BackupVault: 'vault',
    BackupDays: '400',
    AnchorBucket: bucket,
    MailFrom: 'a@shop.example',
  };
  aws.stacks.set('ConsentRegister-prod', { ...aws.stacks.get('ConsentRegister-prod'), ...outputs });
});

/** Runs commands, one a line; a finding and what is not found are good ends too. */
const type = async (lines: string): Promise<void> => {
  for (const line of lines.trim().split(/\n */)) {
    const words = line.includes('--table') ? line : `${line} --stage prod`;
    const { exitCode, stderr } = await runAdmin(...words.split(' '));
    expect([0, 3, 6], `${line}\n${stderr}`).toContain(exitCode);
    run.add(leaves.find(({ name }) => `${line} `.startsWith(`${name} `))?.name ?? '');
  }
};

test('the role of every command allows each of its calls, and no action that none needs', {
  timeout: 240_000,
}, async () => {
  const s3 = await startBucket();
  await type('setup --account Shop --user Ada --email ada@shop.example --project my-shop --generate-password');
  const tenant = await newTenant({ notices: 2 });
  const own = `--account ${tenant.accountId}`;
  const texts = ['ten', 'twenty'].map((text) => ({ ...privacyFiles, 'eng.html': `<p>For ${text} years.</p>\n` }));
  const [first, next] = [await writeNoticeFolder(texts[0]), await writeNoticeFolder(texts[1])];
  await type(`account create Second
    account list
    account show Second
    account rename Second Other
    account disable Other --yes
    account enable Other
    links end --before 2026-03-01 --yes ${own}
    project create blog Blog ${own}
    project list ${own}
    project show blog ${own}
    project rename blog News ${own}
    user create Bo bo@shop.example --generate-password ${own}
    user list ${own}
    user show bo@shop.example
    user sessions bo@shop.example
    user rename bo@shop.example Bob
    user role bo@shop.example reader
    user allow-address bo@shop.example 198.41.0.4
    user password bo@shop.example --generate-password --yes
    user disable bo@shop.example --yes
    user enable bo@shop.example
    notice publish ${first} ${own}
    notice publish ${next} ${own}
    notice list ${own}
    notice show privacy ${own}
    notice history privacy ${own}
    notice diff privacy 1 2 ${own}
    notice retire privacy ${own} --yes`);

  const { token, keyId } = await newKey(tenant, { note: 'shop' });
  const { consentId } = await addConsent({ ...tenant, token }, { userData: { email: 'ada@example.com', card: 'B-7' } });
  await putEveryForm(tenant);
  await type('log repair');
  const { publish } = await openOwnLog();
  await addConsent(tenant);
  await publish();
  for await (const { size, note } of readCheckpoints(logTable)) await anchorCheckpoint(s3, { bucket, size, note });
  await openEventSigner(logTable, { encryptionKey: encryptionKeyAlias, stage: 'prod' });
  const former = await publishKey({ table }, secretArn.replace('SigningKey', 'OldSigningKey'));
  await type(`evidence add-key
    evidence keys
    evidence show ${consentId} ${own}
    events keys
    events resend --from 2026-01-01 --yes
    operations list
    log keys
    log verify --anchors ${bucket}
    key list
    key rotate --yes
    key retire ${former} --yes
    access-log list ${own}
    report ${own}
    doctor`);
  expect(bus.taken).not.toEqual([]);

  const files = makeFolder();
  const mapping = await files.put('map.json', crmMapping(tenant.projectUid, tenant.notices[0]?.name ?? ''));
  const ended = '7,yes,2024-03-01,it,cy@example.com,Cy,,2024-04-01 10:00:00,';
  const source = await files.put('crm.csv', `${crmHeader}\n${ended}\n`);
  const [exported, elsewhere] = [newPath(), `${table.name}-elsewhere`];
  const [, erasures] = await createThree(elsewhere);
  const requested = (await askErasure(tenant)).body.id;
  await askErasure(tenant);
  await type(`consent import ${source} --mapping ${mapping} --source CRM --yes ${own}
    consent export ${exported} ${own}
    account create Elsewhere --table ${elsewhere}
    consent import ${exported} --source export --yes --table ${elsewhere} --erasures-table ${erasures?.name}
    consent list ${own}
    consent due ${own}
    consent show ${consentId} ${own}
    person show email=ada@example.com ${own}
    person export email=ada@example.com --out ${newPath()} ${own}
    erasure refuse ${requested} --reason claim ${own}
    person erase --requests --yes ${own}
    person erase email=ada@example.com --reference DSR-1 --yes ${own}
    person erased DSR-1 ${own}
    person erase card=B-7 --everything --yes ${own}
    person erase --replay --yes ${own}
    consent purge --ended-before 2025-01-01 --yes ${own}
    erasure list ${own}
    erasure requests ${own}`);
  const [session] = await listSessions(table, tenant.userId);
  await type(`user key create ${tenant.email} --role reader --ends 2099-01-01
    user key list ${tenant.email}
    user key list ${own}
    user key end ${tenant.email} ${keyId} --yes`);
  await type(`user end-session ${tenant.email} ${session?.id} --yes
    user end-session ${tenant.email} --all --yes`);

  expect(refused).toEqual([]);
  expect(leaves.map(({ name }) => name).filter((name) => !run.has(name) && !withoutRole.test(name))).toEqual([]);
  const statements = Object.values(policies).flatMap(({ Statement }) => Statement);
  const actions = statements.filter(({ Sid }) => Sid !== 'UseKey').flatMap(({ Action }) => Action);
  expect(actions.filter((action) => !asked.has(action))).toEqual([]);
});
