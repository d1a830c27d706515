import * as v from 'valibot';
import { expect, test } from 'vitest';
import { parseConsent } from '../../../../shared/consents/consent.ts';
import { projectList } from '../../../../shared/consents/listing.ts';
import { readNewest } from '../../../../shared/consents/search/list-pages.ts';
import { openItem, readPage } from '../../../../shared/consents/search/page.ts';
import { ConsentSearch } from '../../../../shared/consents/search/search-request.ts';
import { findAccount } from '../../../../shared/identity/account.ts';
import { getItem } from '../../../../shared/store/get.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { addConsent, newTenant } from '../../../support/make/builders.ts';
import { noise } from '../../../support/make/chance.ts';
import { erase } from '../../../support/make/changes.ts';
import { doEarlier } from '../../../support/make/clock.ts';
import { table } from '../../../support/make/table.ts';

test('a proof that has moved since a list or a consent was read is found where it is now', async () => {
  const tenant = await newTenant({ notices: 3 });
  const { accountId, projectUid } = tenant;
  const proof = { html: noise(3_000).toString('base64') };
  const pids = tenant.notices.map(({ pid }) => pid);
  const { data } = await doEarlier(() => addConsent(tenant, { consentInformationPid: pids, proof }));
  const [first = '', second = '', third = ''] = data.map(({ consentId }: { consentId: string }) => consentId);
  const account = await findAccount(table, accountId);
  if (account === undefined) throw new Error('There is no account.');
  const request = v.parse(ConsentSearch, { projectUid, userData: '' });
  const search = { account, request, charge: async () => {}, now: new Date(), onPage: () => {} };
  const { entries } = await readNewest(table, projectList(accountId, projectUid));
  const before = parseConsent((await getItem(table, keyOf.consent(accountId, third))) ?? {});

  await erase(accountId, [first]);

  const page = await readPage(table, search, entries);
  expect(page.map(({ id, proof: own }) => [id, own])).toEqual(
    [third, second, first]
      .sort()
      .reverse()
      .map((id) => [id, id === first ? {} : proof]),
  );
  expect(await openItem(table, search, before)).toMatchObject([{ id: third, proof }]);
});
