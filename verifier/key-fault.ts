/** A fault of a key file, with a message for the reader. */
export class KeyFault extends Error {}
