import { isDeepStrictEqual } from 'node:util';
import type { ConsentList } from '../../../shared/consents/listing.ts';
import { projectList, valueList } from '../../../shared/consents/listing.ts';
import { normaliseValue } from '../../../shared/schema/matching.ts';
import { formatTime } from '../../../shared/time.ts';
import type { Stored, StoredRecord } from './stored.ts';

/** An `add` that a client sent, perhaps several times under one Idempotency-Key. */
export interface AddRequest {
  readonly accountId: string;
  /** The URL of its proof, which no other request has. */
  readonly marker: string;
  readonly userData: Readonly<Record<string, string>>;
  readonly pids: readonly number[];
  /** Bodies of the answers that acknowledged it, in the order in which they came. */
  readonly answers: string[];
  /** When it was acknowledged first, in milliseconds. */
  acknowledgedAt?: number;
}

/** A `revoke` that a client sent, perhaps several times under one Idempotency-Key. */
interface RevokeRequest {
  readonly accountId: string;
  readonly consentId: string;
  /** The URL of its proof, which no other request has. */
  readonly marker: string;
  readonly answers: string[];
}

/** A revoked consent as it was shown; a list does not show the proof. */
interface SeenRevocation {
  readonly consentId: string;
  readonly marker?: string;
}

/** All that clients did and were told. */
export interface History {
  readonly adds: AddRequest[];
  readonly revokes: RevokeRequest[];
  readonly seen: SeenRevocation[];
  /** For each refresh token that was presented: how many presentations were answered with new tokens. */
  readonly winners: Map<string, number>;
  /** Answers that no client should get, whatever the store does. */
  readonly wrongAnswers: string[];
}

export const newHistory = (): History => ({ adds: [], revokes: [], seen: [], winners: new Map(), wrongAnswers: [] });

interface AddAnswer {
  readonly consentId: string;
  readonly consentInformationPid: number;
}

const consentsOf = (answer: string): AddAnswer[] => {
  const content: AddAnswer | { data: AddAnswer[] } = JSON.parse(answer);
  return 'data' in content ? content.data : [content];
};

/** Acknowledged: there exactly once. Not acknowledged: there once or not at all. Never partly. */
const checkAdd = ({ marker, pids, userData, accountId, answers }: AddRequest, records: readonly StoredRecord[]) => {
  const wrong: string[] = [];
  const stored = records.map(({ pid }) => pid).sort((a, b) => a - b);
  const asked = [...pids].sort((a, b) => a - b);
  const isWhole = isDeepStrictEqual(stored, asked);
  if (answers.length > 0 && !isWhole) wrong.push(`${marker}: acknowledged for ${asked}, stored for ${stored}`);
  if (answers.length === 0 && stored.length > 0 && !isWhole) wrong.push(`${marker}: stored partly, for ${stored}`);
  if (new Set(answers).size > 1) wrong.push(`${marker}: answered in ${new Set(answers).size} ways`);
  for (const { consentId, consentInformationPid } of answers.flatMap(consentsOf)) {
    const record = records.find(({ id }) => id === consentId);
    if (record?.pid !== consentInformationPid) wrong.push(`${marker}: consent ${consentId} was answered, not stored`);
  }
  for (const record of records) {
    if (!isDeepStrictEqual({ ...record.userData }, userData)) wrong.push(`${marker}: stored with other userData`);
    if (record.accountId !== accountId) wrong.push(`${marker}: stored for another account`);
  }
  return wrong;
};

const checkLists = ({ records, lookups }: Stored): string[] => {
  const toText = (partition: string, id: string) => `${partition} ${id}`;
  const there = new Map<string, number>();
  for (const { partition, id } of lookups) {
    const text = toText(partition, id);
    there.set(text, (there.get(text) ?? 0) + 1);
  }
  const wrong: string[] = [];
  for (const { accountId, id, projectUid, userData, indexKeys } of records) {
    const project = projectList(accountId, projectUid);
    const left = new Map(Object.entries(indexKeys));
    const isListed = ({ partition, index }: ConsentList): boolean => {
      if (index === undefined) return there.delete(toText(partition, id));
      return left.get(index.partitionKey) === partition.toString('hex') && left.delete(index.partitionKey);
    };
    if (!isListed(project)) wrong.push(`${id}: is not in the list of its project`);
    for (const [key, value] of Object.entries(userData)) {
      const list = valueList(accountId, [key, normaliseValue(key, String(value))]);
      if (!isListed(list)) wrong.push(`${id}: is not in the list of its ${key}`);
    }
    for (const name of left.keys()) wrong.push(`${id}: is in a list that it does not belong to, by ${name}`);
  }
  return [...wrong, ...[...there.keys()].map((text) => `a lookup without its consent: ${text}`)];
};

/** One revocation, the first, for good; every acknowledgement tells its time. */
const checkRevocation = (record: StoredRecord, requests: readonly RevokeRequest[], seen: History['seen']) => {
  const wrong: string[] = [];
  const { id, revoked } = record;
  const times = new Set(requests.flatMap(({ answers }) => answers.map((answer) => JSON.parse(answer).time)));
  if (times.size > 1) wrong.push(`${id}: revoked at ${[...times].join(' and ')}`);
  if (times.size > 0 && revoked === undefined) wrong.push(`${id}: its revocation was acknowledged and is not stored`);
  if (revoked === undefined)
    return seen.length > 0 ? [...wrong, `${id}: its revocation was seen and is undone`] : wrong;
  const [time] = times;
  if (time !== undefined && (revoked.time === undefined || formatTime(revoked.time) !== time)) {
    wrong.push(`${id}: its revocation was acknowledged for ${time} and is stored for another time`);
  }
  if (!requests.some(({ marker }) => marker === revoked.marker)) wrong.push(`${id}: revoked, and nobody asked for it`);
  if (seen.some(({ marker = revoked.marker }) => marker !== revoked.marker))
    wrong.push(`${id}: the proof of its revocation was replaced`);
  return wrong;
};

const groupBy = <Value>(list: readonly Value[], key: (value: Value) => string | undefined) =>
  Map.groupBy(list, key) as ReadonlyMap<string | undefined, Value[]>;

/** Whatever of a history does not fit what is stored, a line each; none when all is well. */
export const findViolations = (history: History, stored: Stored): string[] => {
  const byMarker = groupBy(stored.records, ({ marker }) => marker);
  const revokesOf = groupBy(history.revokes, ({ consentId }) => consentId);
  const seenOf = groupBy(history.seen, ({ consentId }) => consentId);
  const asked = new Set(history.adds.map(({ marker }) => marker));
  const ids = new Set(stored.records.map(({ id }) => id));
  return [
    ...history.wrongAnswers,
    ...history.adds.flatMap((add) => checkAdd(add, byMarker.get(add.marker) ?? [])),
    ...stored.records
      .filter(({ marker }) => marker === undefined || !asked.has(marker))
      .map(({ id }) => `${id}: stored, and nobody asked for it`),
    ...checkLists(stored),
    ...stored.revokeProofs
      .filter((id) => !stored.records.some((record) => record.id === id && record.revoked))
      .map((id) => `${id}: has the proof of a revocation, and is not revoked`),
    ...stored.records.flatMap((record) =>
      checkRevocation(record, revokesOf.get(record.id) ?? [], seenOf.get(record.id) ?? []),
    ),
    ...history.revokes
      .filter(({ consentId, answers }) => answers.length > 0 && !ids.has(consentId))
      .map(({ consentId }) => `${consentId}: revoked and gone`),
    ...history.revokes
      .filter(({ answers }) => new Set(answers).size > 1)
      .map(({ marker }) => `${marker}: its repetitions were answered in several ways`),
    ...[...history.winners].filter(([, count]) => count > 1).map(([, count]) => `a refresh token won ${count} times`),
  ];
};
