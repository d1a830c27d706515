/**
 * What one call of a list reads and answers at most, whatever the register holds, so that no call takes more than it may answer
 * (docs/contract.md, Extensions).
 */
export const listBounds = {
  /** Consents that a call may ask for. */
  perPage: 250,
  /** Entries of lists, beside the first page of each project; the least that a page has of a list that goes on. */
  entries: 2_000,
  leastPage: 100,
  /** Projects in an answer, also those with the longest names. */
  listedProjects: 500,
  /** Projects whose lists are read together. */
  projects: 200,
  /** Lists that one call begins before it knows its caller. A caller who is then refused gets nothing of them. */
  begun: 8,
  /** Lists to choose the shortest from, where keys do not tell which it is. */
  alternatives: 4,
  /** Consents that are read to find out their states, where the list does not tell them. */
  candidates: 100,
  /** Read units of consents. */
  units: 1_000,
  /** Of the consents in the answer as JSON: base64 makes four bytes of three, and Lambda returns six million. */
  bytes: 4_500_000,
} as const;
