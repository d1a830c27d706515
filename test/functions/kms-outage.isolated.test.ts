import { beforeEach, expect, test } from 'vitest';
import { startFaultyKms } from '../support/faults/faulty-service.ts';
import { recordLog } from './leaks/log-record.ts';

const kms = await startFaultyKms();
const { addConsent, newTenant } = await import('../support/make/builders.ts');
const { invoke } = await import('../support/call/invoke.ts');

const tenant = await newTenant();
const { consentId: id } = await addConsent(tenant);

const get = (remaining?: number) =>
  invoke('getEvidence', { id }, { token: tenant.token, ...(remaining && { remaining }) });

beforeEach(() => {
  kms.mode = 'sound';
});

const busy = {
  status: 503,
  headers: { 'retry-after': expect.stringMatching(/^[1-9]/) },
  body: { code: 'store.unavailable' },
};

test.each(['before it ever signed, when its public half is read', 'after it has signed'])(
  'KMS that fails or is too busy is 503, %s; when it is back, there is evidence',
  async () => {
    for (const mode of ['failing', 'throttled', 'unready'] as const) {
      kms.mode = mode;
      const log = recordLog();
      expect(await get()).toMatchObject(busy);
      expect(log.lines.join()).toMatch(/store\.unavailable.*KMS/);
    }
    kms.mode = 'sound';

    expect(await get()).toMatchObject({ status: 200, body: { statement: { consent: [{ consent: id }] } } });
  },
);

test('KMS that does not answer is 503 while there is time for an answer', async () => {
  kms.mode = 'silent';

  expect(await get(1_500)).toMatchObject(busy);
});

test.each(['refusing', 'disabled', 'deleting', 'unfit', 'gone'] as const)(
  'a key that is %s is a fault of the service, which no repetition mends, and nothing of the consent is told',
  async (mode) => {
    kms.mode = mode;
    const log = recordLog();

    const { status, headers, body } = await get();

    expect({ status, body }).toMatchObject({ status: 500, body: { code: 'service.fault' } });
    expect(headers).not.toHaveProperty('retry-after');
    expect(body).not.toHaveProperty('statement');
    expect(log.lines.join()).toContain('service.fault');
    expect(log.lines.join()).not.toContain('ada@example.com');
  },
);
