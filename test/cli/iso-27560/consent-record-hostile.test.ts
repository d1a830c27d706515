import { expect, test } from 'vitest';
import { toConsentReceipt } from '../../../cli/iso-27560/consent-receipt.ts';
import { toConsentRecord } from '../../../cli/iso-27560/consent-record.ts';
import { findMissingFields } from '../../../cli/iso-27560/required-fields.ts';
import type { NoticeTerms } from '../../../shared/notices/terms.ts';
import { runs } from '../../support/make/chance.ts';
import { allTerms } from '../../support/make/notices.ts';
import { fc } from '../../support/make/properties.ts';
import { all, iri, irisIn, one, readGraph } from './graph.ts';
import { stated } from './stated.ts';

const hostile = [
  '@id',
  '@type',
  '@context',
  '@value',
  '__proto__',
  'dpv:Marketing',
  'dpv:hasPurpose',
  '_:b0',
  'https://evil.example/#x',
  'urn:uuid:1',
  '<script>alert(1)</script>',
  '\u0000',
  '\u202e',
  '\u2028',
  '"',
  '\\',
  ' ',
  '{}',
  '{"@id":"dpv:Consent"}',
  'أحمد',
  '🍪',
  'a'.repeat(100_000),
];

/** Every text of the terms becomes another. */
const replaceTexts = (value: unknown, text: string): unknown => {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.map((item) => replaceTexts(item, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaceTexts(inner, text)]));
};

/** What no text may change: which things there are, and what is said of them with which words. */
const skeletonOf = async (terms: NoticeTerms, userData: Record<string, string>) =>
  irisIn(await readGraph(toConsentReceipt(stated(terms, { userData })))).filter((found) => !/^urn:uuid:0/.test(found));

/** A long text is called by how it begins. */
const named = hostile.map((text) => [JSON.stringify(text).slice(0, 40), text] as const);

test.each(named)('a text that is %s stays a text, wherever it stands', async (_name, text) => {
  const terms = replaceTexts(allTerms, text) as NoticeTerms;
  const userData = { [text]: text };

  const plain = await skeletonOf(replaceTexts(allTerms, 'a b') as NoticeTerms, { email: 'b' });
  const record = await readGraph(toConsentRecord(stated(terms, { userData })));
  const [identifier] = all(one(record, 'dpv:hasDataSubject'), 'dpv:hasIdentifier');

  expect(await skeletonOf(terms, userData)).toEqual(plain);
  expect(one(identifier, 'schema:name')['@value']).toBe(text);
  expect(one(identifier, 'schema:value')['@value']).toBe(text);
  expect(
    all(one(record, 'dpv:hasProcess'), 'dpv:hasPurpose').map((purpose) => one(purpose, 'dct:title')['@value']),
  ).toEqual([text, text]);
});

test('a word that is none of the vocabulary is not written as one of its words', async () => {
  const record = await readGraph(toConsentRecord(stated({ consentType: 'constructor' })));

  expect(one(record, 'dpv:hasLegalBasis')['@id']).toBe(iri('dpv:Consent'));
});

test('data that names nobody is no identifier of a person', () => {
  expect(findMissingFields(stated(allTerms, { userData: { email: ' ' } }))).toEqual([{ field: 'pii_principal_id' }]);
});

test('whatever a person enters comes out of a processor of JSON-LD as it went in', async () => {
  const text = fc.string({ unit: 'binary', minLength: 1 }).filter((drawn) => drawn.isWellFormed());
  await fc.assert(
    fc.asyncProperty(fc.dictionary(text, text, { minKeys: 10, maxKeys: 20 }), async (drawn) => {
      const userData = { ...drawn };
      const record = await readGraph(toConsentRecord(stated({}, { userData })));
      const identifiers = all(one(record, 'dpv:hasDataSubject'), 'dpv:hasIdentifier');

      expect(
        identifiers.map((identifier) => [
          one(identifier, 'schema:name')['@value'],
          one(identifier, 'schema:value')['@value'],
        ]),
      ).toEqual(Object.entries(userData));
    }),
    { numRuns: runs(10) },
  );
});
