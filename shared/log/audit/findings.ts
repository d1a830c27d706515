/** The meaning of each kind of finding, for operators. `of` says what it is about. */
export const meanings = {
  edited: { of: 'record', says: 'is not what the log recorded: it was changed, or cannot be read' },
  deleted: { of: 'record', says: 'is gone or marked as erased, and no erasure explains it' },
  returned: { of: 'record', says: 'was erased, but is back: restoring a table brings back erased data' },
  unlogged: { of: 'record', says: 'has no leaf: it was written outside the service, or the log lost the leaf' },
  backdated: { of: 'record', says: 'has a time before a checkpoint that does not contain it' },
  'dated-ahead': { of: 'record', says: 'has a time after the checkpoint that contains it' },
  block: { of: 'log', says: 'a block, a tile or the item of a leaf is missing or was changed' },
  checkpoint: { of: 'log', says: 'a checkpoint is not what the key of the log signed, or does not fit the leaves' },
  fork: { of: 'anchor', says: 'the past of the log differs from a kept checkpoint, or the log ends before it' },
  foreign: { of: 'anchor', says: 'a kept checkpoint is not signed by the key of the log' },
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
