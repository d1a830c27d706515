import type { Table } from '../../../shared/store/client.ts';
import type { StoreProxy } from '../../../test/support/store-proxy.ts';
import { call } from '../capacity/calls.ts';
import { makeRegister } from '../capacity/register.ts';
import type { Form } from './scale-tables.ts';
import { recordTouches } from './touches.ts';

const personOf = (i: number) => ({ email: `ada-${i}@example.com`, first_name: `Ada ${i}` });

/** userData of a person by what all people share. */
const userDataOf = {
  '3 known keys, no value shared by all': (i: number) => ({ ...personOf(i), last_name: `Rossi ${i}` }),
  '3 known keys, one value shared by all': (i: number) => ({ ...personOf(i), last_name: 'Rossi' }),
  'an own key that all share': (i: number) => ({ ...personOf(i), newsletter: 'yes' }),
} as const;

/** Records consents of one account, user, project and notice, and what they take of partitions. */
export const recordForms = async (table: Table, proxy: StoreProxy): Promise<Form[]> => {
  const { projectUid, notices, tokens } = await makeRegister(table, 1);
  const forms: Form[] = [];
  for (const [name, makeUserData] of Object.entries(userDataOf)) {
    const touch = (i: number) => {
      const proof = { url: 'https://shop.example/checkout' };
      const parameters = { projectUid, consentInformationPid: notices[0]?.pid, proof, userData: makeUserData(i) };
      return recordTouches(proxy, () => call('addConsent', parameters, { token: tokens.accessToken }));
    };
    forms.push({ name, touches: [await touch(1), await touch(2)] });
  }
  return forms;
};
