import type { LineageVersion } from '../../../shared/notices/lineage.ts';

/** A version that says nothing of its own, but for what is told. */
export const lineageVersion = (told: Partial<LineageVersion> = {}): LineageVersion => ({
  id: 'v',
  pid: 1,
  version: 1,
  name: 'privacy',
  contentHash: '',
  textBytes: 0,
  languages: ['eng'],
  validityDays: 0,
  askedAgainBy: undefined,
  publishedAt: '',
  publishedBy: '',
  ...told,
});
