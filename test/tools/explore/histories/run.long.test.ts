import { test } from 'vitest';
import { expectSerial } from '../../../../tools/explore/histories/concurrent-clients.ts';
import { representFile } from '../../../support/representative.ts';

representFile(
  'test/tools/explore/histories/run.test.ts',
  'clients that work at once get answers that a serial register would have given, with indexes behind',
);

test.each([0, 300])(
  'clients that work at once get answers that a serial register would have given, with indexes %i ms behind',
  (lag) => expectSerial(60, lag),
  60_000,
);
