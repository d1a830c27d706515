import { expect, test } from 'vitest';
import { toConsentRecord } from '../../../cli/iso-27560/consent-record.ts';
import { allTerms } from '../../support/make/notices.ts';
import type { Said } from '../../support/make/statement.ts';
import { all, iri, one, readGraph } from './graph.ts';
import { stated } from './stated.ts';

const time = (text: string): Date => new Date(text);
const at = (text: string) => ({ start: time(text), end: new Date(Date.parse(text) + 1) });

const given = '2026-03-10T10:00:00.000Z';

const eventsOf = async (said: Said) => {
  const record = await readGraph(toConsentRecord(stated({ controller: allTerms.controller }, said)));
  return all(record, 'dpv:hasConsentStatus');
};

const tell = async (said: Said) =>
  (await eventsOf(said)).map((event) => [
    event['@type']?.[0]?.replace(iri('dpv:'), ''),
    one(event, 'dpv:isIndicatedAtTime')['@value'],
  ]);

const revoked = time('2026-04-01T00:00:00Z');
const asked = time('2026-03-20T00:00:00Z');

test.each<[string, Said, [string, string][]]>([
  ['in force', {}, []],
  ['that was withdrawn', { times: { revoked } }, [['ConsentWithdrawn', '2026-04-01T00:00:00.000Z']]],
  ['that has expired', { validityDays: 10 }, [['ConsentExpired', '2026-03-20T10:00:00.000Z']]],
  ['that will expire', { validityDays: 365 }, []],
  ['that was superseded', { askedAgain: asked }, [['ConsentRevoked', '2026-03-20T00:00:00.000Z']]],
  [
    'that was superseded before it would have expired',
    { askedAgain: asked, validityDays: 30 },
    [['ConsentRevoked', '2026-03-20T00:00:00.000Z']],
  ],
  [
    'that had expired when another version asked again',
    { askedAgain: asked, validityDays: 5 },
    [['ConsentExpired', '2026-03-15T10:00:00.000Z']],
  ],
  [
    'that was withdrawn before it would have expired',
    { times: { revoked }, validityDays: 30 },
    [['ConsentWithdrawn', '2026-04-01T00:00:00.000Z']],
  ],
  [
    'that was withdrawn after it had expired',
    { times: { revoked }, validityDays: 10 },
    [
      ['ConsentExpired', '2026-03-20T10:00:00.000Z'],
      ['ConsentWithdrawn', '2026-04-01T00:00:00.000Z'],
    ],
  ],
  [
    'that was withdrawn and erased',
    { times: { revoked, erased: time('2026-05-01T00:00:00Z') } },
    [
      ['ConsentWithdrawn', '2026-04-01T00:00:00.000Z'],
      ['ConsentStatusInvalidForProcessing', '2026-05-01T00:00:00.000Z'],
    ],
  ],
  ['as it was before the withdrawal', { times: { revoked }, span: at('2026-03-31T23:59:59Z') }, []],
  [
    'as it was at the withdrawal',
    { times: { revoked }, span: at('2026-04-01T00:00:00Z') },
    [['ConsentWithdrawn', '2026-04-01T00:00:00.000Z']],
  ],
  ['asked about a time to come', { validityDays: 365, span: at('2029-01-01T00:00:00Z') }, []],
])('a consent %s', async (_, said, after) => {
  expect(await tell(said)).toEqual([['ConsentGiven', given], ...after]);
});

test('before it was given nothing had happened', async () => {
  expect(await eventsOf({ span: at('2026-03-10T09:59:59Z') })).toEqual([]);
});

test('what was given says by whom, how and for how long', async () => {
  const [event] = await eventsOf({ validityDays: 365 });
  const [endless] = await eventsOf({});
  const [tooLong] = await eventsOf({ validityDays: 200_000_000 });
  const [late] = await eventsOf({ validityDays: 90_000_000 });
  const lasting = (of: typeof event) => all(one(of, 'dpv:hasDuration'), 'rdf:value')[0];

  expect(String(one(event, 'dpv:isIndicatedBy')['@id'])).toMatch(/^urn:uuid:c[c-]+#data-subject$/);
  expect(one(event, 'dpv:hasIndicationMethod')['@value']).toBe('web.form');
  expect(lasting(event)).toEqual({ '@value': '2027-03-10T10:00:00.000Z', '@type': iri('xsd:dateTime') });
  expect(one(endless, 'dpv:hasDuration')['@type']).toEqual([iri('dpv:EndlessDuration')]);
  expect(lasting(tooLong)).toEqual({ '@value': 'P200000000D', '@type': iri('xsd:duration') });
  expect(lasting(late)?.['@value']).toMatch(/^248\d{3}-/);
});

test('who ended it is said where somebody did', async () => {
  const [, withdrawn] = await eventsOf({ times: { revoked } });
  const [, superseded] = await eventsOf({ askedAgain: asked });
  const [, expired] = await eventsOf({ validityDays: 10 });

  expect(String(one(withdrawn, 'dpv:isIndicatedBy')['@id'])).toMatch(/#data-subject$/);
  expect(one(withdrawn, 'dpv:hasIndicationMethod')['@value']).toBe('email');
  expect(String(one(superseded, 'dpv:isIndicatedBy')['@id'])).toMatch(/#controller$/);
  expect(all(expired, 'dpv:isIndicatedBy')).toEqual([]);
});

test('how it came is a code, or in words where no channel names it', async () => {
  const heard = { channel: 'web', proof: { received_by: 'telephone' }, user: 'Anna' } as const;
  const [given, withdrawn] = await eventsOf({
    ...heard,
    times: { revoked },
    revocation: { channel: 'web', proof: { received_by: 'letter' } },
  });
  const erased = await eventsOf({ ...heard, times: { erased: revoked } });

  expect(one(given, 'dpv:hasIndicationMethod')['@value']).toBe('by telephone, as noted by Anna (1)');
  expect(one(withdrawn, 'dpv:hasIndicationMethod')['@value']).toBe('by letter, as noted by Anna (1)');
  expect(one(erased[0], 'dpv:hasIndicationMethod')['@value']).toBe('web');
});
