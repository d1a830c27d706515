import { keyOf } from '../store/keys.ts';

/** A pattern of Lambda's event filtering: conditions at the leaves, one of which must hold. */
export interface EventPattern {
  readonly [name: string]: EventPattern | readonly (string | { readonly exists: boolean })[];
}

/** By what an item that the log tells of is known: consents have it as bytes, versions of notices as a text. */
const hashOf = (image: 'NewImage' | 'OldImage', type: 'B' | 'S'): EventPattern => ({
  dynamodb: { [image]: { contentHash: { [type]: [{ exists: true }] } } },
});

/**
 * The records of the table's stream that the log is fed with: one of the patterns fits. Lambda charges for no other. Five patterns are as
 * many as it takes (AWS Lambda Developer Guide, "Control which events Lambda sends to your function").
 */
export const streamFilter: readonly EventPattern[] = [
  hashOf('NewImage', 'B'),
  hashOf('NewImage', 'S'),
  hashOf('OldImage', 'B'),
  hashOf('OldImage', 'S'),
  { dynamodb: { Keys: { PK: { S: [keyOf.evidenceKeys().PK] } } } },
];
