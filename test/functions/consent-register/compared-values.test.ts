import { expect, test } from 'vitest';
import { reportedValues } from '../../shared/schema/compared-values.ts';
import { admin } from '../../support/call/admin.ts';
import { invoke } from '../../support/call/invoke.ts';
import { addConsent, newTenant } from '../../support/make/builders.ts';

const tenant = await newTenant();
const { accountId, projectUid, pid } = tenant;

test.each(reportedValues)(
  '$key: $recorded, asked for as $asked, is found by every operation and command, and erased: $same',
  async ({ key, recorded, asked, same }) => {
    const { consentId } = await addConsent(tenant, { userData: { [key]: recorded } });
    await addConsent(tenant, { userData: { [key]: 'someone else' } });
    const userData = { [key]: asked };
    const ids = same ? [consentId] : [];
    const words = [`${key}=${asked}`, '--account', accountId];
    const idsOf = ({ body }: { readonly body: { readonly data: readonly { readonly id: string }[] } }) =>
      body.data.map(({ id }) => id);

    expect(idsOf(await invoke('searchConsents', { userData }, tenant))).toEqual(ids);
    expect(idsOf(await invoke('listConsents', { userData, projectUid }, tenant))).toEqual(ids);
    const { body: checked } = await invoke('checkPeople', { pid, people: [userData] }, tenant);
    expect(checked.data).toMatchObject([{ allowed: same }]);
    for (const id of ids) await invoke('revokeConsent', { id, proof: { note: 'All of theirs' } }, tenant);
    const { body: revoked } = await invoke('checkPeople', { pid, people: [userData] }, tenant);
    expect(revoked.data).toEqual([{ allowed: false, reason: same ? 'revoked' : 'none' }]);
    expect(await admin('person', 'show', ...words)).toMatchObject({ exitCode: same ? 0 : 3 });
    expect(await admin('person', 'erase', ...words, '--yes', '--reason', 'asked')).toMatchObject({
      exitCode: same ? 0 : 3,
    });
    const { body: left } = await invoke('searchConsents', { userData: { [key]: recorded } }, tenant);
    expect(left.data).toHaveLength(same ? 0 : 1);
  },
);
