import { test } from 'vitest';
import { expectJudged, expectSameMeaning, expectSameReading } from '../../../../tools/explore/fuzz/hostile-requests.ts';
import { representedBy } from '../../../support/representative.ts';
import { runs } from '../../../support/seed.ts';

const gate = 'test/tools/explore/fuzz/fuzz.test.ts';

test(
  'a thousand hostile requests are answered as the contract says',
  representedBy(gate, 'hostile requests are answered as the contract says'),
  () => expectJudged(runs(1_000), true),
);

test(
  'a hundred meanings do the same in every encoding',
  representedBy(gate, 'a long list, spaces and numbers are read alike in every encoding, however they are spelled'),
  () => expectSameMeaning(runs(100)),
);

test(
  'a thousand multipart bodies are read as others read them, or refused',
  representedBy(gate, 'a multipart body is read as others read it, or refused'),
  () => expectSameReading(runs(1_000)),
);
