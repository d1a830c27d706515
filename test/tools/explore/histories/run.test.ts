import { test } from 'vitest';
import { expectSerial } from '../../../../tools/explore/histories/concurrent-clients.ts';

test('clients that work at once get answers that a serial register would have given, with indexes behind', () =>
  expectSerial(6, 300));
