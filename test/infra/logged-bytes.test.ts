import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import type { OperationName } from '../../shared/contract.ts';
import { contract } from '../../shared/contract.ts';
import { toRouteKey } from '../support/call/event.ts';
import { invoke } from '../support/call/invoke.ts';
import { addConsent, newTenant } from '../support/make/builders.ts';
import { password } from '../support/make/password.ts';
import { synthesise } from '../support/make/stack.ts';

/** As many as docs/prices.md counts: one or two lines of ours and one of the gateway. */
const loggedBytes = 700;

const { template } = await synthesise();

/** Bytes that CloudWatch counts for each line beside its text (CloudWatch Logs API Reference, PutLogEvents). */
const lineBytes = 26;

/** What the gateway logs of a call, with values as long as they mostly are. */
const gatewayBytes = (operation: OperationName): number => {
  const [stage] = Object.values(template.findResources('AWS::ApiGatewayV2::Stage'));
  const line: string = stage?.Properties.AccessLogSettings.Format;
  const route = line.replace('$context.routeKey', toRouteKey(contract[operation]));
  return Buffer.byteLength(route.replaceAll(/\$context\.[\w.]+/g, '0123')) + 'Z1a2bhZ3IAMEVrQ='.length - 4 + lineBytes;
};

/** What a function logs of a call, as Lambda's JSON format has it. */
const functionBytes = async (call: () => Promise<unknown>): Promise<number> => {
  const messages: unknown[] = [];
  const spies = (['info', 'warn'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation((message) => {
      messages.push(message);
    }),
  );
  await call();
  for (const spy of spies) spy.mockRestore();
  const wrap = (message: unknown) => ({
    timestamp: new Date().toISOString(),
    level: 'INFO',
    requestId: randomUUID(),
    message,
  });
  return messages.reduce<number>((total, each) => total + JSON.stringify(wrap(each)).length + lineBytes, 0);
};

test('a call logs as much as the prices assume, now that Lambda writes nothing of good calls', async () => {
  const tenant = await newTenant();
  const { email } = tenant;
  const bytes = [
    (await functionBytes(() => invoke('login', { email, password }))) + gatewayBytes('login'),
    (await functionBytes(() => addConsent(tenant))) + gatewayBytes('addConsent'),
  ];

  for (const each of bytes) {
    expect(each).toBeLessThanOrEqual(loggedBytes);
    expect(each).toBeGreaterThan(loggedBytes * 0.8);
  }
});
