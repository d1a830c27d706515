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
export interface RevokeRequest {
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
