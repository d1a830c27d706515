import type { AnswerBody } from '../../../test/support/answer-body.ts';
import type { Change, Search } from './event.ts';

const idOf = ({ text }: Change): string => String(JSON.parse(text).consentId);

const idsOf = (changes: readonly Change[]): Set<string> => new Set(changes.map(idOf));

const checkRecord = (
  { id, revoked }: { readonly id: string; readonly revoked: boolean },
  { called, answered }: Search,
  changes: readonly Change[],
): string[] => {
  const revocations = changes.filter(
    ({ kind, target, status }) => kind === 'revoke' && target === id && status === 200,
  );
  const wasAsked = revocations.some((revocation) => revocation.called < answered);
  const wasDone = revocations.some((revocation) => revocation.answered < called);
  if (revoked && !wasAsked) return [`${id} is shown as revoked, and nobody had asked for it`];
  return !revoked && wasDone ? [`${id} is shown as not revoked after its revocation was acknowledged`] : [];
};

/**
 * What a search promises while others write. It is several reads, not one moment; but
 *
 * - every consent that was acknowledged before the search was called is in it by id, and by values as soon as indexes have
 *   followed; none whose `add` was called after its answer;
 * - ids are newest first, none twice; a record is shown as it was at some moment of the search;
 * - the total lies between those two numbers, and the page has as many records as the total leaves for it.
 *
 * @returns what was not kept, a line each
 */
export const findBrokenPromises = (search: Search, changes: readonly Change[]): string[] => {
  const body: AnswerBody = JSON.parse(search.text);
  if (search.status !== 200) return [`a search was answered ${search.status}`];
  const adds = changes
    .filter(({ kind, status }) => kind === 'add' && status === 200)
    .filter((add) => (search.id ?? idOf(add)) === idOf(add));
  const known = search.id === undefined ? search.followed : search.called;
  const must = idsOf(adds.filter(({ answered }) => answered < known));
  const may = idsOf(adds.filter(({ called }) => called < search.answered));
  const records = [body.data ?? []].flat();
  const ids = records.map(({ id }) => id);
  const wrong = records.flatMap((record) => checkRecord(record, search, changes));
  if (ids.some((id) => !may.has(id))) wrong.push('a consent is found before it was asked for');
  if (String(ids) !== String([...new Set(ids)].sort().reverse()))
    wrong.push('consents are not newest first, each once');
  const newest = [...must].sort().at(-1);
  if (search.first) {
    const [id = ''] = ids;
    return newest !== undefined && id < newest ? [...wrong, 'the latest consent is not the latest'] : wrong;
  }
  const { totalResults: total } = body;
  if (total < must.size || total > may.size) wrong.push(`the total is ${total}, not from ${must.size} to ${may.size}`);
  const left = Math.max(0, Math.min(search.perPage, total - (search.page - 1) * search.perPage));
  if (ids.length !== left) wrong.push(`the page has ${ids.length} consents, not ${left}`);
  const isWhole = search.page === 1 && total <= search.perPage;
  if (isWhole && [...must].some((id) => !ids.includes(id))) wrong.push('an acknowledged consent is not found');
  return wrong;
};
