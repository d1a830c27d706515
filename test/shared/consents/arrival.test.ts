import { expect, test } from 'vitest';
import { toArrival } from '../../../shared/consents/arrival.ts';

test.each([
  ['web', 'letter', false, 'letter'],
  ['web', null, false, null],
  ['web', null, true, 'erased'],
  ['web', 'letter', true, 'erased'],
  ['email', 'letter', true, null],
] as const)(
  'on the channel %s, with %s beside it, erased: %s, it came by %s',
  (channel, receivedBy, isErased, told) => {
    expect(toArrival(channel, { receivedBy, isErased }).receivedBy).toBe(told);
  },
);
