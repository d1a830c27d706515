import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OperationName } from '../../../shared/contract.ts';
import { lifetimes } from '../../../shared/lifetimes.ts';
import { limits } from '../../../shared/limits.ts';
import { putItem } from '../../support/edit-item.ts';
import { startFaultySecretsManager } from '../../support/faulty-service.ts';
import { findFunction, synthesise } from '../../support/stack.ts';
import { startStoreProxy, storeError } from '../../support/store-proxy.ts';

const { template } = await synthesise({ watching: 'full' });
const proxy = await startStoreProxy();
const secretsManager = await startFaultySecretsManager();
const { addConsent, consentOf, newTenant } = await import('../../support/builders.ts');
const { passTime, setTime } = await import('../../support/clock.ts');
const { invoke } = await import('../../support/invoke.ts');
const { password } = await import('../../support/password.ts');
const { digestEmail } = await import('../../../shared/identity/credential.ts');
const { logTable, table } = await import('../../support/table.ts');
const { writeIndex } = await import('../../../shared/log/leaf-index.ts');

/** A metric filter as CloudWatch has it. */
interface Filter {
  readonly FilterPattern: string;
  readonly MetricTransformations: readonly {
    readonly MetricName: string;
    readonly MetricValue: string;
    readonly Dimensions?: readonly { readonly Value: string }[];
  }[];
}

const read = (line: unknown, path: string): unknown =>
  path
    .replace('$.', '')
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], line);

const holds = (actual: unknown, operator: string, wanted: unknown): boolean => {
  if (operator === '=') return actual === wanted;
  if (operator === '!=') return actual !== undefined && actual !== wanted;
  if (typeof actual !== 'number' || typeof wanted !== 'number') return false;
  return operator === '>=' ? actual >= wanted : actual <= wanted;
};

/** What is between brackets without any within: comparisons that are known to be `true` or `false`, joined in one way. */
const join = (_: string, group: string): string =>
  String(group.includes('||') ? group.includes('true') : !group.includes('false'));

/** Whether a line matches a pattern, in which every comparison and every group of them is in brackets. */
const matches = (line: unknown, pattern: string): boolean => {
  let rest = pattern
    .replace(/^\{(.*)\}$/, '($1)')
    .replace(/(\$\.[\w.]+) (=|!=|>=|<=) ("[^"]*"|\d+)/g, (_, path: string, operator: string, text: string) =>
      String(holds(read(line, path), operator, JSON.parse(text))),
    );
  while (rest.includes('(')) {
    const shorter = rest.replace(/\(([^()]*)\)/g, join);
    if (shorter === rest) throw new Error(`The pattern cannot be read: ${pattern}`);
    rest = shorter;
  }
  return rest === 'true';
};

const lines: unknown[] = [];

beforeEach(() => {
  for (const level of ['info', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((message) => {
      lines.push({ timestamp: new Date().toISOString(), level: level.toUpperCase(), requestId: 'id', message });
    });
  }
});

afterEach(() => {
  lines.length = 0;
  proxy.intercept = undefined;
});

/** What the filters of an operation's log make of the lines so far, and forgets them. */
const takeMetrics = (operation: OperationName): Record<string, number> => {
  const { Ref: logGroup } = findFunction(template, operation).properties.LoggingConfig.LogGroup;
  const filters = Object.values(template.findResources('AWS::Logs::MetricFilter'))
    .map(({ Properties }): Filter & { readonly LogGroupName: { readonly Ref: string } } => Properties)
    .filter(({ LogGroupName }) => LogGroupName.Ref === logGroup);
  const metrics: Record<string, number> = {};
  for (const { FilterPattern, MetricTransformations } of filters) {
    for (const line of lines.filter((each) => matches(each, FilterPattern))) {
      for (const { MetricName, MetricValue, Dimensions = [] } of MetricTransformations) {
        const name = [MetricName, ...Dimensions.map(({ Value }) => read(line, Value))].join(' ');
        const value = MetricValue.startsWith('$.') ? read(line, MetricValue) : JSON.parse(MetricValue);
        metrics[name] = (metrics[name] ?? 0) + Number(value);
      }
    }
  }
  lines.length = 0;
  return metrics;
};

/** What Lambda writes of a call when it has ended (Lambda, "JSON log format", platform.report). */
const reportOf = (status: string) => ({
  time: new Date().toISOString(),
  type: 'platform.report',
  record: { requestId: 'id', metrics: { durationMs: 12, billedDurationMs: 13, memorySizeMB: 512 }, status },
});

test.each(['login', 'addConsent'] as const)(
  '%s: a call that ended without an answer is a fault, such as one whose function crashed when it was loaded',
  (operation) => {
    lines.push(
      ...['error', 'timeout', 'failure', 'success'].map(reportOf),
      { ...reportOf('error'), type: 'platform.initReport' },
      { ...reportOf('error'), type: 'platform.runtimeDone' },
    );

    expect(takeMetrics(operation)).toEqual({ Faults: 3 });
  },
);

test('nothing else is counted of the lines that Lambda writes itself, because most are left out', () => {
  const filters = Object.values(template.findResources('AWS::Logs::MetricFilter')).filter(
    ({ Properties }) => Properties.LogGroupName.Ref !== 'AccessLogs',
  );
  const fields = filters.flatMap(({ Properties }) => JSON.stringify(Properties).match(/\$\.[\w.]+/g) ?? []);

  expect(fields.length).toBeGreaterThan(filters.length);
  expect(new Set(fields.filter((field) => !field.startsWith('$.message.')))).toEqual(
    new Set(['$.type', '$.record.status']),
  );
});

test('counts consents, however many a request records, and revocations once', async () => {
  const tenant = await newTenant({ notices: 3 });
  takeMetrics('login');
  const { consentId } = await addConsent(tenant);
  await addConsent(tenant, { consentInformationPid: tenant.notices.map(({ pid }) => pid) });
  expect(takeMetrics('addConsent')).toEqual({ ConsentsRecorded: 4 });

  const revocation = { id: consentId, proof: { url: 'https://shop.example/account' } };
  for (let i = 0; i < 2; i += 1) await invoke('revokeConsent', revocation, { token: tenant.token });
  expect(takeMetrics('revokeConsent')).toEqual({ ConsentsRevoked: 1 });
});

test('counts logins, failures, and those among them that were too many', async () => {
  const { email } = await newTenant();
  takeMetrics('login');
  await invoke('login', { email, password });
  expect(takeMetrics('login')).toEqual({ Logins: 1 });

  const elsewhere = { sourceIp: '198.51.100.1' };
  await invoke('login', { email, password: 'wrong' }, elsewhere);
  expect(takeMetrics('login')).toEqual({ 'Refused /login': 1, LoginFailures: 1 });

  await invoke('login', {}, elsewhere);
  expect(takeMetrics('login')).toEqual({ 'Refused /login': 1, LoginFailures: 1 });

  const attemptIds = new Set(Array.from({ length: limits.loginAttemptsOnEmail }, (_, i) => String(i)));
  const full = { attemptIds, windowEndsMs: Date.now() + 60_000, windowStep: 0 };
  const Item = { PK: `ATTEMPTS#${digestEmail(email)}`, SK: 'ATTEMPTS', ...full };
  await putItem(table, Item);
  await invoke('login', { email, password }, elsewhere);
  expect(takeMetrics('login')).toEqual({ 'Refused /login': 1, LoginFailures: 1, LoginsThrottled: 1 });
});

test('counts a stolen refresh token, and not one that lost a race', async () => {
  setTime('2026-11-20T12:00:00Z');
  const { refreshToken } = await newTenant();
  const refresh = () => invoke('refreshToken', { refresh_token: refreshToken });
  await refresh();
  takeMetrics('refreshToken');
  await refresh();
  expect(takeMetrics('refreshToken')).toEqual({ 'Refused /refresh-token': 1 });
  passTime(11_000);
  await refresh();
  expect(takeMetrics('refreshToken')).toEqual({ 'Refused /refresh-token': 1, RefreshTokensStolen: 1 });
});

test('counts that a signing key in use could not be read again', async () => {
  setTime(new Date());
  const { email, refreshToken } = await newTenant();
  await invoke('login', { email, password });
  const { body } = await invoke('refreshToken', { refresh_token: refreshToken });
  passTime(lifetimes.signingKeySeconds * 1_000);
  takeMetrics('login');
  takeMetrics('refreshToken');
  secretsManager.mode = 'failing';
  await invoke('login', { email, password });
  expect(takeMetrics('login')).toEqual({ Logins: 1, SigningKeysUnread: 1 });

  passTime(lifetimes.signingKeyRetrySeconds * 1_000);
  await invoke('refreshToken', { refresh_token: body.refresh_token });
  secretsManager.mode = 'sound';
  expect(takeMetrics('refreshToken')).toEqual({ SigningKeysUnread: 1 });
});

test('tells what a caller did wrong from what the store and what the service did', async () => {
  const tenant = await newTenant();
  const add = () => invoke('addConsent', consentOf(tenant), { token: tenant.token });
  await invoke('addConsent', {}, { token: tenant.token });
  takeMetrics('addConsent');
  await invoke('addConsent', {}, { token: tenant.token });
  expect(takeMetrics('addConsent')).toEqual({ 'Refused /consent-register/add': 1 });

  proxy.intercept = async () => storeError(500, 'InternalServerError');
  await add();
  expect(takeMetrics('addConsent')).toEqual({ 'Failed /consent-register/add': 1 });

  proxy.intercept = async () => storeError(400, 'AccessDeniedException');
  await add();
  expect(takeMetrics('addConsent')).toEqual({ 'Failed /consent-register/add': 1, Faults: 1 });
});

test('counts a document that is refused since the log knows more, among the faults too, which every stage counts', async () => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);
  await writeIndex(logTable, [{ kind: 'revoked', id, time: Date.now() }], { first: 7, treeSize: 8 });
  takeMetrics('getEvidence');
  await invoke('getEvidence', { id }, { token: tenant.token });

  expect(takeMetrics('getEvidence')).toEqual({ ExtensionsFailed: 1, Faults: 1, HistoryIncomplete: 1 });
});

test('of the access log, 429 that no function answered', () => {
  const [filter, ...others] = Object.values(
    template.findResources('AWS::Logs::MetricFilter', { Properties: { LogGroupName: { Ref: 'AccessLogs' } } }),
  ).map(({ Properties }): Filter => Properties);
  const counts = (line: Readonly<Record<string, string>>) => matches(line, filter?.FilterPattern ?? '');

  expect(others).toEqual([]);
  expect(filter?.MetricTransformations).toMatchObject([{ MetricName: 'Throttled', MetricValue: '1' }]);
  expect(counts({ status: '429', integrationStatus: '-' })).toBe(true);
  expect(counts({ status: '429', integrationStatus: '200' })).toBe(false);
  expect(counts({ status: '503', integrationStatus: '-' })).toBe(false);
  expect(counts({ status: '200', integrationStatus: '200' })).toBe(false);
});
