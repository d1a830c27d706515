import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OperationName } from '../../shared/api/contract.ts';
import { startStoreProxy, storeError } from '../support/faults/store-proxy.ts';
import { findFunction, synthesise } from '../support/make/stack.ts';

const { template } = await synthesise();
const proxy = await startStoreProxy();
const { addConsent, consentOf, newTenant } = await import('../support/make/builders.ts');
const { passTime, setTime } = await import('../support/make/clock.ts');
const { invoke } = await import('../support/call/invoke.ts');
const { password } = await import('../support/make/password.ts');
const { logTable } = await import('../support/make/table.ts');
const { toLeafItem } = await import('../../shared/log/blocks.ts');
const { isNew, write } = await import('../../shared/store/write.ts');

/** A metric filter as CloudWatch has it. */
interface Filter {
  readonly FilterPattern: string;
  readonly MetricTransformations: readonly {
    readonly MetricName: string;
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
    const found = lines.filter((line) => matches(line, FilterPattern)).length;
    for (const { MetricName } of found === 0 ? [] : MetricTransformations)
      metrics[MetricName] = (metrics[MetricName] ?? 0) + found;
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
  const filters = Object.values(template.findResources('AWS::Logs::MetricFilter'));
  const fields = filters.flatMap(({ Properties }) => JSON.stringify(Properties).match(/\$\.[\w.]+/g) ?? []);

  expect(fields.length).toBeGreaterThan(filters.length);
  expect(new Set(fields.filter((field) => !field.startsWith('$.message.')))).toEqual(
    new Set(['$.type', '$.record.status']),
  );
});

test('counts logins that failed, and none that succeeded', async () => {
  const { email } = await newTenant();
  takeMetrics('login');
  await invoke('login', { email, password });
  expect(takeMetrics('login')).toEqual({});

  const elsewhere = { sourceIp: '198.51.100.1' };
  await invoke('login', { email, password: 'wrong' }, elsewhere);
  await invoke('login', {}, elsewhere);
  expect(takeMetrics('login')).toEqual({ LoginFailures: 2 });
});

test('counts a stolen refresh token, and not one that lost a race', async () => {
  setTime('2026-11-20T12:00:00Z');
  const { refreshToken } = await newTenant();
  const refresh = () => invoke('refreshToken', { refresh_token: refreshToken });
  await refresh();
  takeMetrics('refreshToken');
  await refresh();
  expect(takeMetrics('refreshToken')).toEqual({});
  passTime(11_000);
  await refresh();
  expect(takeMetrics('refreshToken')).toEqual({ RefreshTokensStolen: 1 });
});

test('counts what the service did wrong, and not what a caller or the store did', async () => {
  const tenant = await newTenant();
  const add = () => invoke('addConsent', consentOf(tenant), { token: tenant.token });
  takeMetrics('addConsent');
  await invoke('addConsent', {}, { token: tenant.token });
  proxy.intercept = async () => storeError(500, 'InternalServerError');
  await add();
  expect(takeMetrics('addConsent')).toEqual({});

  proxy.intercept = async () => storeError(400, 'AccessDeniedException');
  await add();
  expect(takeMetrics('addConsent')).toEqual({ Faults: 1 });
});

test('counts a document that is refused since the log knows more, and not among the faults', async () => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);
  const event = { kind: 'revoked', id, time: Date.now() } as const;
  await write(logTable, { put: toLeafItem({ event, entry: Buffer.alloc(32) }, 7), ...isNew });
  takeMetrics('getEvidence');
  await invoke('getEvidence', { id }, { token: tenant.token });

  expect(takeMetrics('getEvidence')).toEqual({ HistoryIncomplete: 1 });
});
