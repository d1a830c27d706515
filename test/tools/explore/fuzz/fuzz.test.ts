import { expect, test } from 'vitest';
import { expectJudged, expectSameMeaning, expectSameReading } from '../../../../tools/explore/fuzz/hostile-requests.ts';
import { spell } from '../../../../tools/explore/fuzz/same.ts';
import { decodeBody } from '../../../support/decode.ts';
import { toEvent } from '../../../support/event.ts';

test('hostile requests are answered as the contract says', () => expectJudged(120, false));

test('the same meaning does the same in every encoding', () => expectSameMeaning(10));

test('a long list, spaces and numbers are read alike in every encoding, however they are spelled', () => {
  const pid = Array.from({ length: 11 }, (_, i) => String(i));
  const meant = { pid, userData: { 'full name': 'Ada + Rossi & 100%', height: '1.70', size: '1e3' } };
  const arrays = new Set(['pid']);

  for (let choice = 0; choice < 12; choice += 1) {
    for (const encoded of spell(meant, [choice], arrays)) {
      const read = decodeBody(toEvent('addConsent', encoded, {}), arrays);
      expect(JSON.parse(JSON.stringify(read)), encoded.body.toString()).toEqual(meant);
    }
  }
});

test('a multipart body is read as others read it, or refused', () => expectSameReading(100));
