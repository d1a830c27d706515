import type { Saying, SayingFacts, ToldEvent } from '../../../../verifier/saying.ts';

const [time, later] = ['2026-03-21T14:30:05.000Z', '2026-03-22T14:30:05.000Z'];
const told: ToldEvent = { event: 'notice.published', version: 17 };
const events: readonly ToldEvent[] = [
  { event: 'consent.recorded', version: null },
  { event: 'consent.imported', version: null },
  { event: 'consent.revoked', version: null },
  { event: 'consent.erased', version: null },
  { event: 'notice.published', version: null },
];
const whence = '§whence';
const kept = { whence, size: 365, time: later };
const of = { told, size: 365, whence };

/** Facts for each code that has some: one sample, or several where a fact changes the sentence. */
const samples: { readonly [Code in keyof SayingFacts]?: readonly SayingFacts[Code][] } = {
  'json-deep': [{ most: 17 }],
  'json-large': [{ bytes: 365 }],
  'canonical-differs': [{ at: 17 }],
  'document-members': [{ members: ['§one', '§two'], optional: '§three' }],
  'hash-ok': [{ part: 'notice' }],
  'hash-other': [{ part: 'notice' }],
  'members-newer': [{ given: '§given', format: '§format' }],
  'member-unknown': [{ member: '§member' }],
  'member-missing': [{ member: '§member' }, { member: null }],
  'member-form': [{ member: '§member' }],
  'member-inexact': [{ member: '§member' }],
  'record-notice-other': [{ named: 17, pid: 23 }],
  'id-time-other': [{ ofId: '§id', ofRecord: '§record' }],
  'versions-ok': [{ count: 1 }, { count: 17 }],
  'text-imported': [null, 'version' as const, 'pid' as const].flatMap((namedBy) =>
    [true, false].map((isBefore) => ({ namedBy, publishedAt: time, given: time, isBefore })),
  ),
  'language-none': [{ lang: 'ita' }],
  'issued-at': [{ time }],
  'issued-later': [{ time }],
  'signer-known': [{ kid: '§kid', whence }],
  'signer-without-key': [{ thumbprint: '§thumbprint' }],
  'signer-other': [{ thumbprint: '§thumbprint', whence }],
  'key-without-times': [{ whence, issuedAt: time }],
  'key-in-use': [{ from: time }],
  'key-not-in-use': [{ issuedAt: time, from: time }],
  'log-has': [told, ...events].map((one) => ({ told: one, index: 19, size: 365 })),
  'log-lacks': [{ told }],
  'log-place': [{ index: 365, size: 17 }],
  'log-two-places': [{ first: 17, index: 19 }],
  'log-stripped': [{ given: ['§one', '§two'] }],
  'log-key-other': [{ whence }],
  'log-two-histories': [{ one: { size: 17, whence: null }, other: { size: 365, whence } }],
  'missing-older': [{ told }],
  'missing-young': [told, ...events].map((one) => ({ told: one })),
  'missing-due': [
    { told, after: 'hour' },
    { told, after: 'day' },
  ],
  'checkpoint-other-log': [{ origin: '§origin' }],
  'checkpoint-unsigned': [{ size: 365, time }],
  'checkpoint-unchecked': [{ size: 365, time }],
  'checkpoint-ok': [
    { log: '§log', size: 365, time },
    { log: '§log', size: 1, time },
  ],
  'stamp-unchecked': [{ size: 365 }],
  'order-event': [{ size: 365, time, told, happened: later }],
  'order-future': [{ size: 365, time }],
  'order-backwards': [{ size: 365, time, smaller: 17, later }],
  'log-late': (['checkpoint', 'kept'] as const).map((by) => ({ told, logged: later, by, happened: time })),
  'since-kept': [told, ...events].map((one) => ({ told: one, time, whence })),
  'since-register': [{ told, time, whence }],
  'since-document': [{ told, time }],
  'kept-other-log': [{ whence, origin: '§origin' }],
  'kept-other-key': [{ whence }],
  'kept-unsigned': [{ whence }],
  'kept-fork': [
    { other: null, whence, size: 365 },
    { other: '§other', whence, size: 365 },
  ],
  'kept-has': [of],
  'kept-lacks': [of],
  'kept-afterwards': [told, ...events].map((one) => ({ kept, told: one, happened: time, index: 19 })),
  'kept-unproved': [told, ...events].map((one) => ({ kept, told: one })),
  'kept-not-compared': [{ kept, told }],
  'kept-older': [{ kept }],
};

/** One saying or more of each of these codes. */
export const sampleSayings = (codes: readonly string[]): readonly Saying[] =>
  codes.flatMap((code) => {
    const given: readonly unknown[] = Object.hasOwn(samples, code) ? (Reflect.get(samples, code) as unknown[]) : [null];
    return given.map((facts) => [code, facts] as unknown as Saying);
  });
