import type { VerificationKey } from '../../../shared/store/verification-key.ts';
import {
  findEnd,
  readVerificationKeys,
  retireVerificationKey,
  supersedeVerificationKey,
} from '../../../shared/store/verification-key.ts';
import { Stop } from '../../stop.ts';
import type { ChangingWork } from '../command.ts';
import { note } from '../output.ts';
import { askFirst } from '../terminal.ts';
import { isGone } from './secret.ts';

/** A key that nothing signs with, because its stage is gone, has to be waited for like any other. */
const supersede = async ({ stage, table, now, record }: ChangingWork, key: VerificationKey): Promise<void> => {
  const { kid, secretId } = key;
  const isOurs = secretId === undefined || secretId === stage.signingKeySecret;
  if (isOurs || !(await isGone(secretId))) {
    throw new Stop(`Tokens are signed with key ${kid}. Make a new one with \`key rotate\` first.`, 'refused');
  }
  await supersedeVerificationKey(table, kid, now, record);
  note('The secret of this key is gone, so that it is superseded from now on. Retire it when its tokens have expired.');
};

/**
 * Drops a key.
 *
 * @throws Stop notFound; refused while a token of the key may live
 */
export const retire = async (work: ChangingWork, kid: string, yes: boolean): Promise<void> => {
  const { stage, table, now, record } = work;
  const keys = await readVerificationKeys(table);
  const key = keys.find((each) => each.kid === kid);
  if (key === undefined) throw new Stop('There is no such key. `key list` shows all.', 'notFound');
  const end = findEnd(key);
  if (end === undefined) return supersede(work, key);
  if (end >= now) {
    throw new Stop(
      `Tokens of key ${kid} may live until ${end.toISOString()}; it can be retired after that.`,
      'refused',
    );
  }
  await askFirst(`One of the ${keys.length} public keys of ${stage.label} is dropped for good. Go on?`, yes);
  await retireVerificationKey(table, kid, now, record);
};
