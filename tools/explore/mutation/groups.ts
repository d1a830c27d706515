import { globSync } from 'node:fs';

const filesOf = (...patterns: readonly string[]): readonly string[] => globSync(patterns).sort();

/** What mutation testing covers, in groups that each have a score. */
export const groups: Readonly<Record<string, readonly string[]>> = {
  identity: filesOf('shared/identity/*.ts', 'shared/identity/keys/{ecdsa-signature,verification-keys}.ts'),
  consents: filesOf('shared/consents/*.ts', 'shared/store/{idempotency,write}.ts'),
  search: filesOf('shared/consents/search/*.ts', 'shared/schema/matching.ts'),
  notices: filesOf('shared/notices/*.ts'),
  evidence: filesOf('shared/evidence/*.ts'),
  log: filesOf('shared/log/*.ts'),
};
