/**
 * Limits of what one call of a list reads and answers, however large the register is (docs/contract.md, Lists). The
 * entries cost about 70 read units; 140 and half a unit for each project if none is named; up to two and a half times
 * as much with many values. A call also reads the versions of all notices.
 */
export const listBounds = {
  /** Consents that a call may request. */
  perPage: 250,
  /**
   * Entries of lists, besides the first page of each project. A page of a list that continues has at least this many.
   */
  entries: 2_000,
  leastPage: 100,
  /** Projects whose lists are read together. */
  projects: 200,
  /** Lists from which to choose the shortest, if their keys do not show it. */
  alternatives: 4,
  /** Consents to read for their states, if the list does not show these. */
  candidates: 100,
  /** Read units for consents. */
  units: 1_000,
  /**
   * Bytes of the consents in the answer as JSON: base64 turns three bytes into four, and Lambda returns six million.
   */
  bytes: 4_500_000,
} as const;

/** The same for a list of consents whose people must be asked again, besides those of a list. */
export const dueBounds = {
  /** Consents that a call may request, each of whose people is looked for once. */
  perPage: 50,
  /** Entries of one person to read for a later consent. Beyond them nobody is recognised: they share names, not an email. */
  entriesOfPerson: 1_000,
} as const;
