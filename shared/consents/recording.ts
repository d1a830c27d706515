import { limits } from '../api/limits.ts';
import type { Problem } from '../api/problem.ts';
import { invalidParameters } from '../api/problem.ts';
import { isNamedByPid } from '../notices/notice-request.ts';
import type { Given, IdempotentRequest } from '../store/idempotency.ts';
import { writeOnce } from '../store/idempotency.ts';
import { itemSize } from '../store/item.ts';
import type { Table } from '../store/table.ts';
import type { Refusals } from '../store/write.ts';
import { isNew, write } from '../store/write.ts';
import type { NewConsents } from './consent-request.ts';
import type { NewConsent } from './new-consent.ts';
import { isSameWrite } from './new-consent.ts';
import { oversizedRecord, unanswerableRecord } from './too-large.ts';

const tooManyNotices = (notices: NewConsents['notices'], detail: string): Problem =>
  invalidParameters({
    field: isNamedByPid({ notices }) ? 'consentInformationPid' : 'consentInformationVersionId',
    code: 'too-many',
    detail,
  });

const jsonBytes = (...values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => sum + Buffer.byteLength(JSON.stringify(value)), 0);

/**
 * Refuses, before compressing anything, a consent whose record would be too large for any answer once it is revoked.
 *
 * @throws Problem consent.too-large
 */
export const checkRecordSize = ({ proof, userData }: Pick<NewConsents, 'proof' | 'userData'>): void => {
  if (jsonBytes(proof, userData) <= limits.consentBytes) return;
  throw unanswerableRecord();
};

/**
 * Refuses what an item or one transaction cannot hold: the consents, a lookup for each userData value without an index,
 * and the answer under an Idempotency-Key. As many notices as it says go through.
 */
const checkFit = (consents: readonly NewConsent[], { notices }: NewConsents, hasIdempotencyKey: boolean): void => {
  const sizes = consents.map(({ item, lookups }) => [item, ...lookups.map(({ put }) => put)].map(itemSize));
  if (Math.max(...sizes.flat()) > limits.itemBytes - limits.revocationReserveBytes) throw oversizedRecord();
  const bytes = sizes.map((each) => each.reduce((sum, size) => sum + size, 0));
  const places = limits.transactionItems - (hasIdempotencyKey ? 1 : 0);
  const isNumerous = sizes.flat().length > places;
  if (!isNumerous && bytes.reduce((sum, size) => sum + size, 0) <= limits.requestBytes) return;
  const perNotice = Math.max(...sizes.map(({ length }) => length));
  const most = Math.min(Math.floor(places / perNotice), Math.floor(limits.requestBytes / Math.max(...bytes)));
  throw tooManyNotices(
    notices,
    isNumerous
      ? `Notices x (1 + members of userData with names of your own) must be at most ${places}${hasIdempotencyKey ? ' with an Idempotency-Key' : ''}. With this proof and these userData, send at most ${most} notices at a time.`
      : `Each consent keeps the proof and the userData, and those of one request must fit ${limits.requestBytes / 1e6} MB after compression. With this proof and these userData, send at most ${most} notices at a time.`,
  );
};

const sameIdentifier = (): Error => new Error('A new consent has the id of another one.');

/** One conditional write. */
const recordOne = async (table: Table, consent: NewConsent): Promise<void> => {
  const written = await write(table, { put: consent.item, ...isNew });
  if (!written.done && !isSameWrite(consent.item, written.existing)) throw sameIdentifier();
};

/**
 * Whether a transaction was refused for what it had written itself. DynamoDB knows a repeated transaction by its token,
 * other engines do not.
 */
const wereWritten = (consents: readonly NewConsent[], refusals: Refusals): boolean => {
  const places = consents.map((_, i) => consents.slice(0, i).reduce((sum, { lookups }) => sum + 1 + lookups.length, 0));
  return consents.every(({ item }, i) => isSameWrite(item, refusals[places[i] ?? 0]?.existing));
};

/**
 * Writes consents with their lookups and the answer, all or nothing. A single item is written without a transaction.
 *
 * @returns the answer to give: the first one if the request repeats an Idempotency-Key
 * @throws Problem consent.too-large, parameters.invalid, idempotency-key.reused, store.unavailable
 */
export const recordConsents = async <Answer>(
  table: Table,
  { consents, request }: { readonly consents: readonly NewConsent[]; readonly request: NewConsents },
  idempotency: IdempotentRequest | undefined,
  { answer, now }: { readonly answer: Answer; readonly now: Date },
): Promise<Given<Answer>> => {
  checkFit(consents, request, idempotency !== undefined);
  const actions = consents.flatMap(({ item, lookups }) => [{ put: item, ...isNew }, ...lookups]);
  const [only] = consents;
  if (only !== undefined && actions.length === 1 && idempotency === undefined) {
    await recordOne(table, only);
    return { answer, replayed: false };
  }
  const wasDone = (refusals: Refusals): boolean => wereWritten(consents, refusals);
  const outcome = await writeOnce(table, actions, idempotency, { answer, now, wasDone });
  if ('refusals' in outcome) throw sameIdentifier();
  return outcome;
};
