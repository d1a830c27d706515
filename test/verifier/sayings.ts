import type { Message, MessageFacts, ReportedEvent } from '../../verifier/verification.ts';

const [time, later] = ['2026-03-21T14:30:05.000Z', '2026-03-22T14:30:05.000Z'];
const event: ReportedEvent = { event: 'notice.published', version: 17 };
const events: readonly ReportedEvent[] = [
  { event: 'consent.recorded', version: null },
  { event: 'consent.imported', version: null },
  { event: 'consent.revoked', version: null },
  { event: 'consent.erased', version: null },
  { event: 'notice.published', version: null },
];
const source = '§source';
const kept = { source, size: 365, time: later };
const tree = { size: 365, time };

/** Facts for each code that has some: one sample, or several where a fact changes the sentence. */
const samples: { readonly [Code in keyof MessageFacts]?: readonly MessageFacts[Code][] } = {
  'json-large': [{ bytes: 365, depth: 17 }],
  'canonical-differs': [{ at: 17 }],
  'document-member': [{ member: '§member' }, { member: null }],
  'document-newer': [{ given: '§given', format: '§format' }],
  'contents-other': [{ content: 'proof' }, { content: 'userData' }, { content: 'revokeProof' }],
  'text-imported': [null, 'version' as const, 'pid' as const].flatMap((namedBy) =>
    [true, false].map((isBefore) => ({ namedBy, publishedAt: time, given: time, isBefore })),
  ),
  'language-none': [{ lang: 'ita' }],
  'versions-ok': [{ count: 1 }, { count: 17 }],
  'events-ok': [{ issuedAt: time }],
  'events-id': [{ ofId: '§id', given: '§given' }],
  'events-later': [{ issuedAt: time }],
  'signer-known': [{ kid: '§kid', source }],
  'signer-without-key': [{ thumbprint: '§thumbprint' }],
  'signer-other': [{ thumbprint: '§thumbprint', source }],
  'key-without-times': [{ source, issuedAt: time }],
  'key-in-use': [{ from: time }],
  'key-not-in-use': [{ issuedAt: time, from: time }],
  'log-has': [event, ...events].map((one) => ({ event: one, index: 19, ...tree })),
  'log-lacks': [{ event }],
  'log-not-yet': [event, ...events].map((one) => ({ event: one })),
  'log-two-histories': [{ one: { size: 17, source: null }, other: { size: 365, source } }],
  'missing-due': [
    { event, after: 'hour' },
    { event, after: 'day' },
  ],
  'checkpoint-ok': [0, 1, 17].map((stamps) => ({ log: '§log', ...tree, stamps })),
  'checkpoint-unsigned': [tree],
  'checkpoint-unchecked': [tree],
  'checkpoint-time': [tree],
  'log-key-ok': [{ source }],
  'log-key-other': [{ source }],
  'log-late': [{ event, logged: later, happened: time }],
  'log-early': [{ event, happened: later, ...tree }],
  'kept-has': [{ event, kept }],
  'kept-lacks': [{ event, kept }],
  'kept-afterwards': [event, ...events].map((one) => ({ kept, event: one, happened: time })),
  'kept-unproved': [event, ...events].map((one) => ({ kept, event: one })),
  'kept-other-log': [{ kept }],
  'kept-older': [{ kept }],
};

/** One saying or more of each of these codes. */
export const sampleSayings = (codes: readonly string[]): readonly Message[] =>
  codes.flatMap((code) => {
    const given: readonly unknown[] = Object.hasOwn(samples, code) ? (Reflect.get(samples, code) as unknown[]) : [null];
    return given.map((facts) => [code, facts] as unknown as Message);
  });
