/** The meaning of each kind of finding, for operators. `of` says what it is about. */
export const meanings = {
  edited: { of: 'record', says: 'is not stored as the log recorded it' },
  unreadable: { of: 'record', says: 'cannot be read: its item is damaged' },
  unlogged: { of: 'record', says: 'has no leaf: it was written outside the service, or the log lost the leaf' },
  'set-aside': { of: 'record', says: 'was changed in a way that the log could not read: the change may be in no leaf' },
  deleted: { of: 'record', says: 'is gone, and no erasure explains it' },
  backdated: { of: 'record', says: 'has a time before a checkpoint that does not contain it' },
  'dated-ahead': { of: 'record', says: 'has a time after the checkpoint that contains it' },
  'not-revoked': { of: 'record', says: 'was revoked, but is stored as active' },
  returned: { of: 'record', says: 'was erased, but is back: restoring a table brings back erased data' },
  'erased-unlisted': { of: 'record', says: 'was erased or deleted, but the erasures table does not list it' },
  'erasure-unlogged': { of: 'record', says: 'was erased with everything, but the log has no leaf of the erasure' },
  'copy-differs': { of: 'record', says: 'has copies that differ from what they are copies of' },
  hidden: { of: 'record', says: 'is not in all lists of its userData: searches do not find it' },
  'block-missing': { of: 'log', says: 'the block of some leaves is missing' },
  'block-damaged': { of: 'log', says: 'a block cannot be read, or is in the wrong place' },
  'block-time': { of: 'log', says: 'a block is older than the one before it' },
  'event-altered': { of: 'log', says: 'the event in the block differs from the record' },
  twice: { of: 'log', says: 'an event has two leaves' },
  tile: { of: 'log', says: 'a tile does not have the hashes of the blocks' },
  leaf: {
    of: 'log',
    says: 'the item of a leaf is missing, differs from its block, or belongs to no leaf: documents may be signed that lack it',
  },
  checkpoint: { of: 'log', says: 'a checkpoint is unreadable, or not signed by the key of the log' },
  name: { of: 'log', says: 'the log table has another name than the checkpoints' },
  root: { of: 'log', says: 'the leaves do not have the root of a checkpoint: leaves were changed after it' },
  'checkpoint-time': { of: 'log', says: 'a checkpoint is older than the one before it' },
  fork: { of: 'anchor', says: 'the past of the log differs from a kept checkpoint' },
  shorter: { of: 'anchor', says: 'the log ends before a kept checkpoint' },
  foreign: { of: 'anchor', says: 'a kept checkpoint is not signed by the key of the log' },
  dropped: { of: 'anchor', says: 'the log lacks a kept checkpoint' },
  replaced: { of: 'anchor', says: 'the log has a different checkpoint of this size than the kept one' },
  unanchored: { of: 'anchor', says: 'a checkpoint of the log is not among the anchors' },
  'anchor-changed': { of: 'anchor', says: 'an anchor was overwritten or hidden' },
} as const;

type FindingKind = keyof typeof meanings;

/** Something that differs from what the register writes. */
export interface Finding {
  readonly kind: FindingKind;
  readonly account?: string | undefined;
  /** Id of the consent, of the notice version or of the entry of the operations log, or the key of the item. */
  readonly id?: string | undefined;
  /** Index of the leaf, or size of a tree. */
  readonly at?: number | undefined;
  /** The details. */
  readonly says?: string | undefined;
}

/** Called by checks for each finding. */
export type Report = (finding: Finding) => void;

/** Any number of findings. All are counted, and the first of each kind are kept. */
export interface Findings {
  readonly report: Report;
  readonly counts: () => Readonly<Partial<Record<FindingKind, number>>>;
  readonly kept: () => readonly Finding[];
}

/** @param mostOfKind how many of each kind to keep */
export const newFindings = (mostOfKind: number): Findings => {
  const counts: Partial<Record<FindingKind, number>> = {};
  const kept: Finding[] = [];
  return {
    report: (finding) => {
      const count = (counts[finding.kind] ?? 0) + 1;
      counts[finding.kind] = count;
      if (count <= mostOfKind) kept.push(finding);
    },
    counts: () => counts,
    kept: () => kept,
  };
};
