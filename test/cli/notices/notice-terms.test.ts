import { expect, test } from 'vitest';
import { readTerms } from '../../../cli/notices/notice-terms.ts';

const party = {
  name: 'Demo Shop S.r.l.',
  address: 'Via Roma 1, 50123 Firenze',
  contact: 'Data protection officer',
  email: 'privacy@shop.example',
  phone: '+39 055 123456',
  url: 'https://shop.example/privacy',
};

test('terms are read as they are, less what is none of them', () => {
  const terms = {
    askAgain: true,
    retentionDays: 1,
    controller: party,
    purposes: [{ name: 'A newsletter', type: 'Marketing' }, { name: 'Statistics' }],
    recipients: [party, { name: 'Mail Sender GmbH' }],
  };

  expect(readTerms({ name: 'privacy', ...terms, title: {} })).toEqual({ terms, problems: [] });
  expect(readTerms({ name: 'privacy' })).toEqual({ terms: {}, problems: [] });
  expect(readTerms({ askAgain: false, retentionDays: 9 })).toEqual({ terms: { retentionDays: 9 }, problems: [] });
});

const oneOrMore = 'retentionDays must be a whole number of 1 or more; leave it out to keep consents without a limit.';
const partyMembers = 'there are only name, address, contact, email, phone, url.';
const object = 'must be an object, as in { "name": "Demo Shop" }.';
const term = 'must be one word, a purpose of the Data Privacy Vocabulary (https://w3id.org/dpv), such as Marketing.';

test.each([
  [{ askAgain: 'true' }, 'askAgain must be true or false.'],
  [{ askAgain: null }, 'askAgain must be true or false.'],
  [{ retentionDays: 0 }, oneOrMore],
  [{ retentionDays: 1.5 }, oneOrMore],
  [{ retentionDays: '365' }, oneOrMore],
  [{ retentionDays: 1e300 }, oneOrMore],
  [{ controller: 'Demo Shop' }, `controller ${object}`],
  [{ controller: [] }, `controller ${object}`],
  [{ controller: {} }, 'controller has no name; write one.'],
  [{ controller: { name: ' ' } }, 'name of controller is empty; write one.'],
  [{ controller: { name: 1 } }, 'name of controller must be a text.'],
  [
    { controller: { name: 'a\nb' } },
    'name of controller has a line break or another control character; write it on one line.',
  ],
  [{ controller: { name: 'a'.repeat(201) } }, 'name of controller has 201 characters; shorten it to at most 200.'],
  [{ controller: { name: 'a', mail: 'b' } }, `controller has "mail", but ${partyMembers}`],
  [{ controller: { name: 'a', constructor: 'b' } }, `controller has "constructor", but ${partyMembers}`],
  [JSON.parse('{ "controller": { "name": "a", "__proto__": {} } }'), `controller has "__proto__", but ${partyMembers}`],
  [{ controller: { name: 'a', email: 'shop.example' } }, 'email of controller must look like privacy@shop.example.'],
  [{ controller: { name: 'a', phone: 'none' } }, 'phone of controller must have a number, such as +39 055 123456.'],
  [
    { controller: { name: 'a', url: 'shop.example' } },
    'url of controller must be a whole address, such as https://shop.example/privacy.',
  ],
  [
    { controller: { name: 'a', url: 'javascript:alert(1)' } },
    'url of controller must be a whole address, such as https://shop.example/privacy.',
  ],
  [{ purposes: 'Marketing' }, 'purposes must be a list, as in [{ "name": "…" }].'],
  [{ purposes: [] }, 'purposes is empty; name one, or leave it out.'],
  [{ purposes: ['Marketing'] }, `purpose 1 ${object}`],
  [{ purposes: [{ name: 'a' }, { type: 'Marketing' }] }, 'purpose 2 has no name; write one.'],
  [{ purposes: [{ name: 'a', type: 'direct marketing' }] }, `type of purpose 1 ${term}`],
  [{ purposes: [{ name: 'a', type: 'dpv:Marketing' }] }, `type of purpose 1 ${term}`],
  [{ purposes: [{ name: 'a', text: 'b' }] }, 'purpose 1 has "text", but there are only name, type.'],
  [{ recipients: {} }, 'recipients must be a list, as in [{ "name": "…" }].'],
  [{ recipients: [{ name: 'a' }, { name: '' }] }, 'name of recipient 2 is empty; write one.'],
])('%j is refused', (given, problem) => {
  expect(readTerms(given)).toEqual({ terms: {}, problems: [problem] });
});

test('all that is wrong is said at once', () => {
  const wrong = { purposes: [{ name: '', type: '' }], controller: { email: 'a', nmae: 'b' }, askAgain: 1 };

  expect(readTerms(wrong).problems).toEqual([
    'askAgain must be true or false.',
    'controller has no name; write one.',
    'email of controller must look like privacy@shop.example.',
    `controller has "nmae", but ${partyMembers}`,
    'name of purpose 1 is empty; write one.',
    'type of purpose 1 is empty; write one.',
  ]);
});
