/** The meaning of each kind of finding, for operators. `of` says what it is about. */
export const meanings = {
  edited: { of: 'record', says: 'is stored in another way than the log took it' },
  unreadable: { of: 'record', says: 'cannot be read: its item is damaged' },
  unlogged: { of: 'record', says: 'has no leaf: it was written beside the service, or the log lost it' },
  deleted: { of: 'record', says: 'is gone, and no erasure took it' },
  backdated: { of: 'record', says: 'says an earlier time than that of a checkpoint that did not have it' },
  'not-revoked': { of: 'record', says: 'was revoked, and is stored as if it were in force' },
  returned: { of: 'record', says: 'was erased, and is there again: a restored table brings back what was erased' },
  'erased-unlisted': { of: 'record', says: 'was erased or deleted, and no erasure lists it' },
  'erasure-unlogged': { of: 'record', says: 'was erased with everything, and the log has no leaf of that' },
  hidden: { of: 'record', says: 'is not in the lists that its userData belong to: searches do not find it' },
  'block-missing': { of: 'log', says: 'leaves have no block' },
  'block-damaged': { of: 'log', says: 'a block cannot be read, or is in the place of others' },
  'block-time': { of: 'log', says: 'a block is older than the one before it' },
  'event-altered': { of: 'log', says: 'the block tells the event in another way than the record' },
  twice: { of: 'log', says: 'an event has two leaves' },
  tile: { of: 'log', says: 'a tile does not have the hashes that the blocks make' },
  index: { of: 'log', says: 'the index does not say where leaves are; a checkpoint between may have been dropped' },
  checkpoint: { of: 'log', says: 'a checkpoint is not what the key of the log signed, or cannot be read' },
  root: { of: 'log', says: 'the leaves do not make the root of a checkpoint: leaves were changed after it' },
  'checkpoint-time': { of: 'log', says: 'a checkpoint is older than the one before it' },
  fork: { of: 'anchor', says: 'the log has another past than the checkpoint that was kept' },
  shorter: { of: 'anchor', says: 'the log ends before the checkpoint that was kept' },
  foreign: { of: 'anchor', says: 'a checkpoint that was kept is not signed by the key of the log' },
  dropped: { of: 'anchor', says: 'the log lacks a checkpoint that was kept' },
  replaced: { of: 'anchor', says: 'the log has another checkpoint of this size than the one that was kept' },
  unanchored: { of: 'anchor', says: 'a checkpoint of the log is not among the anchors' },
  'anchor-changed': { of: 'anchor', says: 'something was put over an anchor, or hides it' },
} as const;

type FindingKind = keyof typeof meanings;

/** Something that differs from what the register writes. */
export interface Finding {
  readonly kind: FindingKind;
  readonly account?: string | undefined;
  /** Id of the consent, or of the notice version. */
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
