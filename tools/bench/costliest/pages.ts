import { limits } from '../../../shared/limits.ts';
import type { Parameters } from '../../../test/support/encode.ts';
import { dense } from './dense.ts';

/** Calls an operation and returns the ids of the consents in its answer. */
export type Change = (operation: 'addConsent' | 'revokeConsent', parameters: Parameters) => Promise<string[]>;

/** Of a record beside its proof, at most, in an answer. */
const recordBytes = 900;

/**
 * Makes pages of records that fill an answer, each of people with the `email` that says what they are like.
 *
 * @param records of a page
 * @param pids of two notices
 */
export const makePages = async (records: number, pids: readonly number[], change: Change): Promise<void> => {
  const proofBytes = Math.floor(limits.resultBytes / records) - recordBytes;
  const add = (email: string, html: string, more: Parameters = {}) =>
    change('addConsent', { consentInformationPid: pids[0], userData: { email }, proof: { html }, ...more });
  const revoke = (id: string, characters: number) =>
    change('revokeConsent', { id, proof: { html: dense(characters) } });
  const pair = { consentInformationPid: pids };
  for (let i = 0; i < records; i += 1) {
    await add('dense', dense(proofBytes));
    await add('quotes', '"'.repeat((proofBytes * 3) / 8));
    await add('too much', dense(proofBytes + 2 * recordBytes));
    await add('kept', dense(proofBytes), pair);
    const kept = await add('kept, revoked', dense(proofBytes), pair);
    for (const id of kept) await revoke(id, limits.ownRevocationBytes - 20);
    const [short = ''] = await add('long revocation', 'x');
    await revoke(short, proofBytes);
  }
};
