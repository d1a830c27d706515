import { describe, expect, test } from 'vitest';
import { limits } from '../../../shared/api/limits.ts';
import { decodeBody, parseForm, toEvent } from '../../support/call/event.ts';

test('the form parser reads as many pairs as a request may have, whatever is between them', () => {
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

describe('a hostile mebibyte', () => {
  const fill = (start: string, unit: (i: number) => string, end = ''): string => {
    const written = [start];
    for (let i = 0, length = start.length; length < limits.bodyBytes - end.length - 20; i += 1)
      length += written[written.push(unit(i)) - 1]?.length ?? 0;
    return written.join('') + end;
  };

  const costOf = (work: () => void): number => {
    const begun = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(begun);
    return user + system;
  };
  const plain = fill('[1', () => ',1', ']');

  test.each([
    ['json', 'values', fill('{"a":[1', () => ',1', ']}')],
    ['json', 'members that are absent', fill('{"a":1', (i) => `,"${i.toString(36)}":null`, '}')],
    ['json', 'brackets', fill('{"a":', () => '[')],
    ['json', 'names without values', fill('{', (i) => `"${i.toString(36)}":`)],
    ['json', 'members without commas', fill('{', (i) => `"${i.toString(36)}":""`)],
    ['json', 'arrays without commas', fill('{"a":', () => '[[[]]]')],
    ['json', 'numbers without commas', fill('{"a":[', () => '1]')],
    ['json', 'strings without commas', fill('{"a":', () => '""')],
    ['json', 'colons', fill('{"a"', () => ':')],
    ['json', 'one number', fill('{"a":', () => '7', '}')],
    ['json', 'one string of escapes', fill('{"a":"', () => String.raw`\u00e9`, '"}')],
    ['json', 'one name', fill('{"', () => 'n', '":1}')],
    ['x-www-form-urlencoded', 'pluses', fill('a=', () => '+')],
    ['x-www-form-urlencoded', 'pairs', fill('a=1', () => '&a=1')],
    ['x-www-form-urlencoded', 'empty pairs', fill('a=1', () => '&')],
  ])('of %s is read or refused in linear time: %s', (type, _case, text) => {
    const event = toEvent('login', { contentType: `application/${type}`, body: Buffer.from(text) }, {});
    const read = () => {
      try {
        decodeBody(event, new Set());
      } catch (error) {
        expect(error).toMatchObject({ code: 'body.unreadable' });
      }
    };
    const costs = [1, 2, 3].map(() => ({ plain: costOf(() => JSON.parse(plain)), hostile: costOf(read) }));
    const least = (name: 'plain' | 'hostile') => Math.min(...costs.map((cost) => cost[name]));

    // Beside JSON.parse of a plain one: 4 to 20 times, by machine. What is quadratic takes thousands.
    expect(least('hostile') / least('plain')).toBeLessThan(100);
  });
});
