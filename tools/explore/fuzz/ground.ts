import { findNotice } from '../../../shared/notices/notice.ts';
import type { Table } from '../../../shared/store/client.ts';
import type { Caller } from '../../../test/support/caller.ts';
import { newTenant, signIn } from '../chaos/tenants.ts';
import type { Known } from './parameters.ts';

/** What requests are made on: a tenant with notices and consents, and a token that is good. */
export interface Ground {
  readonly known: Known;
  readonly token: string;
}

const consents = 3;

/** Fresh ground, so that the lists that searches read stay short. */
export const prepareGround = async (table: Table, call: Caller): Promise<Ground> => {
  const tenant = await newTenant(table);
  const { token } = await signIn(table, tenant);
  const { projectUid, pids, accountId } = tenant;
  const consentIds: string[] = [];
  while (consentIds.length < consents) {
    const parameters = {
      projectUid,
      consentInformationPid: pids[0],
      proof: { url: 'https://shop.example' },
      userData: { email: 'ada@example.com' },
    };
    const { body } = await call('addConsent', parameters, { token });
    consentIds.push(body.consentId);
  }
  const heads = await Promise.all(pids.map((pid) => findNotice(table, accountId, pid)));
  const versionIds = heads.flatMap((head) => (head === undefined ? [] : [head.versionId]));
  return { known: { projectUid, pids, versionIds, consentIds }, token };
};
