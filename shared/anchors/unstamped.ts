/**
 * How a stamp failed: the authority does not answer, answers with another status than 200, or with something that is no answer
 * of one, refuses, or gives a stamp that does not hold.
 */
export type StampFault = 'unreachable' | 'status' | 'form' | 'refused' | 'unsound';

/** No stamp was had of an authority. The checkpoint stands without it, and a later run may ask again. */
export class Unstamped extends Error {
  override readonly name = 'Unstamped';
  /** May be logged: a constant. */
  readonly fault: StampFault;

  constructor(authority: URL, fault: StampFault, says: string) {
    super(`The time-stamp authority at ${authority.host} gave no stamp: ${says}`);
    this.fault = fault;
  }
}
