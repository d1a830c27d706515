/** The states of a consent (docs/contract.md, States). */
export type StateName = 'active' | 'revoked' | 'expired' | 'superseded' | 'erased';

/** Texts that all pages share. */
export interface PartWords {
  readonly copy: string;
  readonly copied: string;
  readonly states: Readonly<Record<StateName, string>>;
}
