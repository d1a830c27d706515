/** How many consents a second one account, user and project can record before a limit of AWS is reached, and which. */
import { createFreshTable } from '../support/fresh-table.ts';
import { setup } from '../support/global-setup.ts';
import { startStoreProxy } from '../support/store-proxy.ts';
import { report } from './report.ts';
import { scaleTables } from './scale/scale-tables.ts';
import { recordTouches } from './scale/touches.ts';

const stop = await setup();
try {
  const table = await createFreshTable('scale');
  const proxy = await startStoreProxy();
  const { makeRegister } = await import('./capacity/register.ts');
  const { call } = await import('./capacity/calls.ts');
  const print = console.info;
  console.info = () => {};
  const { projectUid, notices, tokens } = await makeRegister(table, 1);
  const add = (person: number) => () =>
    call(
      'addConsent',
      {
        projectUid,
        consentInformationPid: notices[0]?.pid,
        proof: { url: 'https://shop.example/checkout' },
        userData: { first_name: `Ada ${person}`, email: `ada-${person}@example.com`, newsletter: 'yes' },
      },
      { token: tokens.accessToken },
    );
  const people = [await recordTouches(proxy, add(1)), await recordTouches(proxy, add(2))] as const;
  console.info = print;
  await report('scale', scaleTables(...people));
} finally {
  await stop();
}
