import { expect, test } from 'vitest';
import { addConsent } from '../../../../shared/api/contract.ts';
import { toJsonParameters } from '../../../../shared/http/body.ts';
import { validateParameters } from '../../../../shared/http/validation.ts';
import type { Item } from '../../../../shared/store/table.ts';
import { invoke } from '../../../support/call/invoke.ts';
import type { Tenant } from '../../../support/make/builders.ts';
import { addConsent as addConsentOf, newTenant } from '../../../support/make/builders.ts';
import { noise } from '../../../support/make/chance.ts';
import { erase } from '../../../support/make/changes.ts';
import { doEarlier } from '../../../support/make/clock.ts';
import { readAllItems } from '../../../support/make/stored.ts';
import { erasures } from '../../../support/make/table.ts';
import { kinds, ofTenant, shared, theirs, toOthers, userData } from './traced-person.ts';
import { findTraces, traceOfRequest, tracesOf } from './traces.ts';

const ownIp = '198.51.100.77';

const ownProgram = 'AdasBrowser/7.1 (Analytical Engine)';

const seen = { userAgent: ownProgram, sourceIp: ownIp };

const long = (mark: string, bytes: number) => ({ html: `<form>${mark} ${noise(bytes).toString('base64')}</form>` });

const requestOf = ({ projectUid, pid }: Tenant, values: object) => ({
  projectUid,
  consentInformationPid: pid,
  proof: { url: `https://x.example/?e=${theirs.email}` },
  userData: values,
});

/** Consents of the person in every shape, through the interface: by themselves and several at once, revoked briefly and at length. */
const addAll = async (tenant: Tenant): Promise<string[]> => {
  const { token } = tenant;
  const pids = tenant.notices.map(({ pid }) => pid);
  const send = (parameters: object, headers: Record<string, string> = {}) =>
    invoke('addConsent', { ...requestOf(tenant, userData), ...parameters }, { token, ...seen, headers });
  const one = await send({});
  const other = await send({ userData: theirs }, { 'idempotency-key': 'ada-1' });
  const many = await send({ consentInformationPid: pids, proof: long(theirs.email, 3_000) });
  const ids: string[] = [one.body, other.body, ...many.body.data].map(({ consentId }) => consentId);
  for (const [i, proof] of [{ url: theirs.email }, long(theirs.phone, 20_000)].entries()) {
    const { status } = await invoke('revokeConsent', { id: ids[i], proof }, { token, ...seen });
    expect(status).toBe(200);
  }
  return ids;
};

const more = [
  ['label', 'Kundennummer von Ada'],
  ['address', ownIp],
  ['program', ownProgram],
] as const;

/** An answer under an Idempotency-Key stays for a day. */
const isLasting = ({ PK }: Item): boolean => !String(PK).includes('#IDEMPOTENCY#');

test.each(['evidence', 'everything'] as const)(
  'an erasure of %s leaves no trace of what was theirs alone, in either table',
  async (extent) => {
    const tenant = await newTenant({ notices: 3 });
    const read = ofTenant(tenant);
    const ids = await doEarlier(() => addAll(tenant));
    const other = await addConsentOf(tenant, { userData: { ...shared, email: 'bo@example.com' } });
    const traces = [
      ...[...kinds, ...more].flatMap(([key, value]) => tracesOf(tenant.accountId, key, value)),
      traceOfRequest(
        addConsent.path,
        validateParameters(addConsent.request, toJsonParameters(requestOf(tenant, theirs))),
      ),
    ];
    const before = await read();
    const found = new Set(findTraces(before, traces).map((trace) => trace.replace(/^.*: /, '')));

    await erase(tenant.accountId, ids, { extent, now: new Date(Date.now() + 1_000) });

    const after = await read();
    expect([...found].filter((what) => what.endsWith('itself')).sort()).toEqual(
      [...kinds, ...more].map(([key]) => `${key} itself`).sort(),
    );
    expect(found).toContain('a digest of email, 16 bytes');
    expect(found).toContain('a digest of email, 6 bytes');
    expect(findTraces([...after, ...(await readAllItems(erasures))], traces)).toEqual([]);
    expect(toOthers(after, ids)).toEqual(toOthers(before, ids));
    expect(JSON.stringify(after)).toContain(other.consentId);
    for (const { expiresAt } of after.filter((item) => !isLasting(item))) {
      expect(Number(expiresAt) * 1_000 - Date.now()).toBeLessThanOrEqual(86_400_000);
    }
  },
);
