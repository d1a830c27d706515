/** A fault of a key file that is told to the reader. */
export class KeyFault extends Error {}
