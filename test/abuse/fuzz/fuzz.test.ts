import { test } from 'vitest';
import { expectJudged, expectSameMeaning, expectSameReading } from './hostile-requests.ts';

test('hostile requests are answered as the contract says', () => expectJudged(120, false));

test('the same meaning does the same in every encoding', () => expectSameMeaning(10));

test('a multipart body is read as others read it, or refused', () => expectSameReading(100));
