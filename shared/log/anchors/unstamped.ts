/**
 * Why there is no stamp: the authority does not answer, answers with a status other than 200, sends an invalid answer,
 * refuses, or sends a stamp that does not hold.
 */
export type StampFault = 'unreachable' | 'status' | 'form' | 'refused' | 'unsound';

/** An authority gave no stamp. The checkpoint stays without one, and a later run may ask again. */
export class Unstamped extends Error {
  override readonly name = 'Unstamped';
  /** A constant, which may be logged. */
  readonly fault: StampFault;

  constructor(authority: URL, fault: StampFault, says: string) {
    super(`The time-stamp authority at ${authority.host} gave no stamp: ${says}`);
    this.fault = fault;
  }
}
