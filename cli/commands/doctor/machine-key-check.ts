import pMap from 'p-map';
import { listAccounts } from '../../../shared/identity/account.ts';
import type { ListedKey } from '../../../shared/identity/machine-keys.ts';
import { isInForce, listKeys } from '../../../shared/identity/machine-keys.ts';
import { listUsers } from '../../../shared/identity/user.ts';
import { atOnce } from '../../../shared/runtime/retry.ts';
import { dayMilliseconds } from '../../../shared/runtime/time.ts';
import type { Table } from '../../../shared/store/table.ts';
import { countEach } from '../../output/progress.ts';
import type { Check } from './finding.ts';
import { ok, wrong } from './finding.ts';

/** Days without a call after which `doctor` names a key: nobody may need it any more, or notice that it is stolen. */
const idleDays = 90;

/** Finds keys that work and that nobody has called with for long. */
export const machineKeys: Check = {
  name: 'keys for machines',
  look: async ({ table }, now) => {
    const inForce = (await listAllKeys(table)).filter((key) => isInForce(key, now));
    const since = new Date(now.getTime() - idleDays * dayMilliseconds).toISOString();
    const idle = inForce.filter(({ createdAt, usedOn }) => (usedOn ?? createdAt) < since.slice(0, 10));
    if (idle.length === 0) {
      return ok(
        inForce.length === 0 ? 'none in force' : `${inForce.length} in force, none unused for ${idleDays} days`,
      );
    }
    return wrong(
      `${countEach(idle.length, 'key')} unused for ${idleDays} days: ${idle.map(describeIdle).join('; ')}`,
      `End each key that nobody needs, such as the first: \`user key end ${idle[0]?.userId} ${idle[0]?.id}\`.`,
    );
  },
};

const listAllKeys = async (table: Table): Promise<ListedKey[]> => {
  const accounts = await listAccounts(table);
  const users = (await pMap(accounts, ({ id }) => listUsers(table, id), atOnce)).flat();
  return (await pMap(users, ({ id }) => listKeys(table, id), atOnce)).flat();
};

const describeIdle = ({ id, userId, usedOn, note }: ListedKey): string =>
  `${id} of user ${userId}${note === undefined ? '' : ` (${note})`}, ${usedOn === undefined ? 'never used' : `last used on ${usedOn}`}`;
