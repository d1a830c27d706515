import type { Request } from '@middy/core';
import jsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, test, vi } from 'vitest';
import { toProblemAnswer } from '../../../shared/http/http-answer.ts';
import { guardJson } from '../../../shared/http/json-guard.ts';
import { limits } from '../../../shared/limits.ts';
import { toProblem } from '../../../shared/operation.ts';
import { Problem } from '../../../shared/problem.ts';
import { recordLog } from '../../functions/leaks/log-record.ts';
import { decodeBody, parseForm } from '../../support/decode.ts';
import { toEvent } from '../../support/event.ts';
import { fc } from '../../support/properties.ts';
import { runs } from '../../support/seed.ts';

const attempt = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (error) {
    return error;
  }
};

describe('numbers in quotes', () => {
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

  test.each([
    [
      '{"a":1.50,"b":[-0, 1e2 ],"c":{"d":12345678901234567890}}',
      '{"a":"1.50","b":["-0", "1e2" ],"c":{"d":"12345678901234567890"}}',
    ],
    ['{"a":"1","b 2":"-3, 4","c":"\\"5"}', '{"a":"1","b 2":"-3, 4","c":"\\"5"}'],
    ['7', '"7"'],
  ])('%s', (text, quoted) => {
    expect(guardJson(text)).toBe(quoted);
  });

  test.each(['{1:2}', '{1 :2}', '[1 2]', '[01]', '[1.]', '[-]', '1]1]', '{"a":[0][0]}'])('%s stays none', (text) => {
    expect(attempt(() => guardJson(text))).toMatchObject({ detail: expect.stringContaining('not valid JSON') });
  });
});

test('the form parser reads as many pairs as a request may have, whatever stands between them', () => {
  const pairs = Array.from({ length: limits.parameters }, (_, i) => `k${i}=${i}`);
  const pids = pairs.map((_, i) => `pid=${i}`);

  expect(Object.keys(parseForm(pairs.join('&'), new Set()))).toHaveLength(limits.parameters);
  expect(parseForm(pids.join('&'), new Set()).pid).toHaveLength(limits.parameters);
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

describe('the error of the JSON parser', () => {
  const secret = 'correct horse battery staple';
  const body = `{"password": "${secret}",}`;
  const event = { ...toEvent('login', { contentType: 'application/json' }, {}), body };
  const request = { event, context: {}, response: undefined, error: undefined, internal: {} };
  const thrown = attempt(() => jsonBodyParser().before?.(request as unknown as Request<APIGatewayProxyEventV2>));

  test('has the body in it', () => {
    expect(thrown).toMatchObject({ cause: { data: expect.stringContaining(secret) } });
  });

  test('goes no further', () => {
    const problem = attempt(() => decodeBody(event, new Set()));

    expect(problem).toMatchObject({ code: 'body.unreadable', cause: undefined });
  });

  test('leaves the body out of the log and the answer, if it ever did', () => {
    const { lines } = recordLog();
    const answer = toProblemAnswer(toProblem(thrown), 'id');

    vi.restoreAllMocks();
    expect(lines.join()).toContain('service.fault');
    expect([...lines, JSON.stringify(answer)].filter((line) => line.includes(secret))).toEqual([]);
  });
});
