/**
 * Another checkpoint of the same size is already anchored: the log has two pasts, because somebody rewrote one of them.
 * Trying again does not repair that.
 */
export class ForkedAnchor extends Error {
  override readonly name = 'ForkedAnchor';

  constructor(bucket: string, key: string) {
    super(
      `FORK: ${key} in the bucket ${bucket} holds another checkpoint than the log has now. Somebody changed the log after it was ` +
        'anchored. Stop publishing, keep the table as it is, and run "log verify".',
    );
  }
}
