import { isDeepStrictEqual } from 'node:util';
import { openConsent, parseConsent } from '../../../shared/consents/consent.ts';
import { formatTime } from '../../../shared/runtime/time.ts';
import type { Item } from '../../../shared/store/table.ts';

/** A consent as it lies in the table. */
interface StoredRecord {
  readonly accountId: string;
  readonly id: string;
  readonly pid: number;
  /** The URL of its proof, wherever that is kept; undefined where there is no proof. */
  readonly marker: string | undefined;
  readonly userData: Readonly<Record<string, unknown>>;
  /** When and with which proof it was revoked, if it was. */
  readonly revoked: { readonly time: Date | undefined; readonly marker: string | undefined } | undefined;
}

/** Reads the raw items, not through anything that a search uses. */
export const readStored = (items: readonly Item[]): readonly StoredRecord[] => {
  return items.flatMap((item) => {
    const [, accountId, id] = /^ACCOUNT#([^#]+)#CONSENT#(.+)$/.exec(String(item.PK)) ?? [];
    if (accountId === undefined || id === undefined) return [];
    const consent = parseConsent(item);
    const { proof, userData, revoked, revokeTime, revokeProof } = openConsent(consent);
    const isRevoked = revoked || revokeTime !== undefined;
    return {
      accountId,
      id,
      pid: consent.pid,
      marker: proof.url,
      userData,
      revoked: isRevoked ? { time: revokeTime, marker: revokeProof?.url } : undefined,
    };
  });
};

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

/** All that clients did, and the answers they got. */
export interface History {
  readonly adds: AddRequest[];
  readonly revokes: RevokeRequest[];
  /** For each refresh token that was presented: how many presentations were answered with new tokens. */
  readonly winners: Map<string, number>;
  /** Answers that no client should get, whatever the store does. */
  readonly wrongAnswers: string[];
}

export const newHistory = (): History => ({ adds: [], revokes: [], winners: new Map(), wrongAnswers: [] });

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

/** Only the first revocation counts; every acknowledgement has its time. */
const checkRevocation = (record: StoredRecord, requests: readonly RevokeRequest[]) => {
  const wrong: string[] = [];
  const { id, revoked } = record;
  const times = new Set(requests.flatMap(({ answers }) => answers.map((answer) => JSON.parse(answer).time)));
  if (times.size > 1) wrong.push(`${id}: revoked at ${[...times].join(' and ')}`);
  if (times.size > 0 && revoked === undefined) wrong.push(`${id}: its revocation was acknowledged and is not stored`);
  if (revoked === undefined) return wrong;
  const [time] = times;
  if (time !== undefined && (revoked.time === undefined || formatTime(revoked.time) !== time)) {
    wrong.push(`${id}: its revocation was acknowledged for ${time} and is stored for another time`);
  }
  if (!requests.some(({ marker }) => marker === revoked.marker)) wrong.push(`${id}: revoked, and nobody asked for it`);
  return wrong;
};

const groupBy = <Value>(list: readonly Value[], key: (value: Value) => string | undefined) =>
  Map.groupBy(list, key) as ReadonlyMap<string | undefined, Value[]>;

/** Whatever of a history does not fit what is stored, a line each; none when all is well. */
export const findViolations = (history: History, stored: readonly StoredRecord[]): string[] => {
  const byMarker = groupBy(stored, ({ marker }) => marker);
  const revokesOf = groupBy(history.revokes, ({ consentId }) => consentId);
  const asked = new Set(history.adds.map(({ marker }) => marker));
  const ids = new Set(stored.map(({ id }) => id));
  return [
    ...history.wrongAnswers,
    ...history.adds.flatMap((add) => checkAdd(add, byMarker.get(add.marker) ?? [])),
    ...stored
      .filter(({ marker }) => marker === undefined || !asked.has(marker))
      .map(({ id }) => `${id}: stored, and nobody asked for it`),
    ...stored.flatMap((record) => checkRevocation(record, revokesOf.get(record.id) ?? [])),
    ...history.revokes
      .filter(({ consentId, answers }) => answers.length > 0 && !ids.has(consentId))
      .map(({ consentId }) => `${consentId}: revoked and gone`),
    ...history.revokes
      .filter(({ answers }) => new Set(answers).size > 1)
      .map(({ marker }) => `${marker}: its repetitions were answered in several ways`),
    ...[...history.winners].filter(([, count]) => count > 1).map(([, count]) => `a refresh token won ${count} times`),
  ];
};
