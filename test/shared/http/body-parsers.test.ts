import { describe, expect, test } from 'vitest';
import { guardJson } from '../../../shared/http/json-guard.ts';
import { limits } from '../../../shared/limits.ts';
import { Problem } from '../../../shared/problem.ts';
import { decodeBody, parseForm, toEvent } from '../../support/call/event.ts';
import { runs } from '../../support/make/chance.ts';
import { fc } from '../../support/make/properties.ts';

const attempt = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (error) {
    return error;
  }
};

describe('numbers with their digits', () => {
  const isJson = (text: string): boolean => !(attempt(() => JSON.parse(text)) instanceof Error);
  const token = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '"a"',
    '"b":',
    '\\',
    ' ',
    '\n',
    '\u00a0',
    'null',
    'true',
    'e',
    '+',
    '0',
    '1',
    '-',
    '-0',
    '01',
    '1.',
    '.5',
    '1.50',
    '1e5',
    '1e',
    '-1.0E+7',
    '{"c":',
    '[2',
    '3]',
    '4}',
  );
  const soup = fc.array(token, { maxLength: 12 }).map((tokens) => tokens.join(''));

  test('make no JSON of what is none, and none of what is', () => {
    let kinds = new Set<boolean>();
    fc.assert(
      fc.property(fc.oneof(soup, fc.json({ maxDepth: 3 })), (text) => {
        const quoted = attempt(() => guardJson(text));
        if (quoted instanceof Problem) return;
        kinds = kinds.add(isJson(text));
        expect({ text, isJson: isJson(String(quoted)) }).toEqual({ text, isJson: isJson(text) });
      }),
      { numRuns: runs(500) },
    );
    expect([...kinds].sort()).toEqual([false, true]);
  });
});

test('the form parser reads as many pairs as a request may have, whatever stands between them', () => {
  const pairs = Array.from({ length: limits.parameters }, (_, i) => `k${i}=${i}`);
  const pids = pairs.map((_, i) => `pid=${i}`);
  const numbered = pairs.map((_, i) => `pid%5B${i}%5D=${i}`);

  expect(Object.keys(parseForm(pairs.join('&'), new Set()))).toHaveLength(limits.parameters);
  for (const written of [pids, numbered])
    expect(parseForm(written.join('&'), new Set(['pid'])).pid).toEqual(pairs.map((_, i) => String(i)));
  expect(Object.keys(parseForm(pairs.slice(0, 9).join('&'.repeat(limits.parameters)), new Set()))).toHaveLength(9);
});

test('a body is parsed by the header that the guard has read, and by no other', () => {
  const event = toEvent('login', {}, { headers: { 'Content-Type': 'application/json' } });

  expect(() => decodeBody({ ...event, body: '{"a":"1"' }, new Set())).toThrow(
    expect.objectContaining({ code: 'body.unsupported-media-type' }),
  );
});

test('the event stays as it came', () => {
  const event = toEvent('login', { contentType: 'application/json', body: Buffer.from('{"a":1}') }, {});
  const before = structuredClone(event);

  expect(decodeBody(event, new Set())).toEqual(decodeBody(event, new Set()));
  expect(event).toEqual(before);
});
