import type { Wrong } from '../../console/revocation/draft.ts';

/** Texts of the page for revoking a consent. */
export interface RevocationWords {
  readonly heading: string;
  /** The consequences, one sentence each. */
  readonly consequences: readonly string[];
  readonly reason: string;
  readonly reasonHint: string;
  readonly channel: string;
  readonly channelHint: string;
  readonly choose: string;
  readonly url: string;
  readonly urlHint: string;
  readonly request: string;
  readonly requestHint: string;
  readonly wrong: Readonly<Record<Wrong, string>>;
  readonly proceed: string;
  readonly back: string;
  readonly confirm: string;
  readonly final: string;
  readonly revoke: string;
  readonly change: string;
  readonly sending: string;
  readonly stopped: string;
  readonly again: string;
  readonly done: string;
  readonly revokedAt: (time: string) => string;
  readonly holds: string;
  readonly notThis: string;
  readonly toEvidence: string;
  readonly already: (time: string) => string;
  readonly erased: (time: string) => string;
  readonly readOnly: string;
}
