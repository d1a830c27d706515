/** The states of a consent (docs/contract.md, States). */
export type StateName = 'active' | 'revoked' | 'expired' | 'superseded' | 'erased';

/** What the parts say that all pages share. */
export interface PartWords {
  readonly copy: string;
  readonly copied: string;
  readonly states: Readonly<Record<StateName, string>>;
}
