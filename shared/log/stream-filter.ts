import { keyOf } from '../store/keys.ts';

/** A pattern of Lambda's event filtering: conditions at the leaves; one of them must hold. */
export interface EventPattern {
  readonly [name: string]: EventPattern | readonly (string | { readonly exists: boolean })[];
}

/** How to recognise an item that the log covers: in consents the hash is bytes, in notice versions a string. */
const hashOf = (image: 'NewImage' | 'OldImage', type: 'B' | 'S'): EventPattern => ({
  dynamodb: { [image]: { contentHash: { [type]: [{ exists: true }] } } },
});

/**
 * The stream records that feed the log: one of the patterns fits. Lambda charges for no others. Five patterns are the
 * most that it accepts (AWS Lambda Developer Guide, "Control which events Lambda sends to your function").
 */
export const streamFilter: readonly EventPattern[] = [
  hashOf('NewImage', 'B'),
  hashOf('NewImage', 'S'),
  hashOf('OldImage', 'B'),
  hashOf('OldImage', 'S'),
  { dynamodb: { Keys: { PK: { S: [keyOf.evidenceKeys().PK, keyOf.operation('').PK, keyOf.feedMark().PK] } } } },
];
