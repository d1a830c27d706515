/**
 * Another checkpoint of the same size is anchored already: the log has two pasts, and somebody rewrote one of them. Nobody
 * repairs that by trying again.
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
