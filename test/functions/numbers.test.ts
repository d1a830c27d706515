import { describe, expect, test } from 'vitest';
import type { OperationName } from '../../shared/api/contract.ts';
import { contract } from '../../shared/api/contract.ts';
import { arrayNames, validateParameters } from '../../shared/http/validation.ts';
import type { Parameters } from '../support/call/event.ts';
import { decodeBody, encoders, toEvent } from '../support/call/event.ts';

/** A number of JSON as it is written, which JSON.stringify would make the same as another. */
const written = (text: string) => `number ${text}`;

/** The parameters in all encodings, with written numbers as such in JSON and as text elsewhere. */
const spell = (parameters: Parameters) => {
  const asText: Parameters = JSON.parse(JSON.stringify(parameters).replaceAll('"number ', '"'));
  const asNumbers = JSON.stringify(parameters).replace(/"number ([^"]*)"/g, '$1');
  return [
    { contentType: 'application/json', body: Buffer.from(asNumbers) },
    ...Object.values(encoders).map((encode) => encode(asText)),
  ];
};

/** What an operation takes of the parameters, or the errors that it answers, in each encoding. */
const read = (operation: OperationName, parameters: Parameters): unknown[] =>
  spell(parameters).map((encoded) => {
    const { request } = contract[operation];
    try {
      return validateParameters(request, decodeBody(toEvent(operation, encoded, {}), arrayNames(request)));
    } catch (problem) {
      return (problem as { errors: unknown }).errors;
    }
  });

const userData = { email: 'ada@example.com' };
const inAll = (expected: unknown): unknown[] => Array(4).fill(expected);

describe('a whole number with a fraction of zeros is that whole number, in every encoding', () => {
  test('one and several', () => {
    expect(read('getNotices', { pid: written('7.0') })).toEqual(inAll({ pid: 7 }));
    expect(read('getNotices', { pid: [written('7.00'), written('8')] })).toEqual(inAll({ pid: [7, 8] }));
  });

  test('consentInformationPid, page and perPage', () => {
    const numbers = { consentInformationPid: written('7.0'), page: written('1.0'), perPage: written('50.0') };

    expect(read('searchConsents', { userData, ...numbers })).toMatchObject(
      inAll({ consentInformationPid: 7, page: 1, perPage: 50 }),
    );
  });

  test('so that 1.0 and 1 repeat a notice', () => {
    expect(read('getNotices', { pid: [written('1.0'), written('1')] })).toMatchObject(
      inAll([{ field: 'pid', code: 'repeated' }]),
    );
  });
});

const refusedPage = [{ field: 'page', code: 'malformed', detail: 'Must be a whole number in decimal digits.' }];

test.each(['2.5', '-2', '-2.0', '1e999', '9007199254740992'])(
  '%s is no whole number, whether JSON has it as a number or as a text',
  (text) => {
    expect(read('searchConsents', { userData, page: written(text) })).toEqual(inAll(refusedPage));
  },
);

test.each(['2e0', '2E0', '20e-1', '2.0e0', '0.2e1'])(
  '%s is the number 2 in JSON, and as a text no whole number',
  (text) => {
    const [asNumber, ...asTexts] = read('searchConsents', { userData, page: written(text) });

    expect(asNumber).toMatchObject({ page: 2 });
    expect([...asTexts, ...read('searchConsents', { userData, page: text })]).toEqual(Array(7).fill(refusedPage));
  },
);

test.each(['+2', '0x2', ' 2', '2 ', '2.', '.0', '2,0', '٢', '2.0.0'])('the text %j is no whole number', (text) => {
  expect(read('searchConsents', { userData, page: text })).toMatchObject(inAll([{ field: 'page', code: 'malformed' }]));
});

describe('a member of userData or proof that JSON has as a number or a boolean', () => {
  const taken = (member: unknown): unknown => {
    const { request } = contract.addConsent;
    const rest = { projectUid: 'p', consentInformationPid: 1 };
    const body = `${JSON.stringify(rest).slice(0, -1)},"proof":{"x":${member}},"userData":{"x":${member},"y":{"label":"Y","value":${member}}}}`;
    const event = toEvent('addConsent', { contentType: 'application/json', body: Buffer.from(body) }, {});
    try {
      return validateParameters(request, decodeBody(event, arrayNames(request)));
    } catch (problem) {
      return (problem as { errors: unknown }).errors;
    }
  };

  test.each([
    ['true', 'true'],
    ['false', 'false'],
    ['42', '42'],
    ['1.50', '1.5'],
    ['2.0', '2'],
    ['1e3', '1000'],
    ['-0', '0'],
    ['0.1e-7', '1e-8'],
    ['9007199254740991', '9007199254740991'],
  ])('%s is the text %s', (member, text) => {
    expect(taken(member)).toMatchObject({ proof: { x: text }, userData: { x: text, y: { label: 'Y', value: text } } });
  });

  test.each(['9007199254740992', '-12345678901234567890', '1e21', '1e999', '-1e999'])(
    '%s would lose digits, and is to be sent as text',
    (member) => {
      const refused = (field: string) => ({
        field,
        code: 'malformed',
        detail: 'This number would lose digits. Send it as text, in quotes.',
      });

      expect(taken(member)).toEqual([refused('proof[x]'), refused('userData[x]'), refused('userData[y]')]);
    },
  );
});

test.each(['0', '0.0', '00'])('%s is out of range', (text) => {
  expect(read('searchConsents', { userData, page: text })).toMatchObject(
    inAll([{ field: 'page', code: 'out-of-range' }]),
  );
});
