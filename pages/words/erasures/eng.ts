import type { RequestedErasure } from '../../../client/typescript/index.ts';

/** Texts about requests to erase consents, in English. What is written here is what the other languages must have. */
export const english = {
  title: 'Erasures',
  says: 'What you and other users have asked the operator to erase. The operator carries a request out, or refuses it and says why.',
  none: 'Nobody has asked for an erasure yet.',
  how: 'To ask, find a consent, open all consents of the person, and ask there.',
  open: 'Open',
  ended: 'Ended',
  earlier: 'Show earlier requests',
  /** Before the ids of requests that cannot be read. */
  damaged:
    'These requests are stored, but damaged: the page cannot show what they ask. Tell the operator. Whoever made one asks again.',
  /** Heading of a request. */
  request: (count: number, written: string) => (count === 1 ? '1 consent' : `${written} consents`),
  states: {
    open: 'Waiting for the operator',
    erasing: 'Being carried out',
    done: 'Done',
    refused: 'Refused',
    withdrawn: 'Withdrawn',
  } satisfies Readonly<Record<RequestedErasure['state'], string>>,
  overdue: 'The day has passed.',
  /** Of a request that was carried out. */
  next: 'Next: answer the person, tell those who received the data (Article 19 GDPR), and erase the person in your other systems.',
  facts: {
    received: 'Reached you on',
    due: 'Answer due by',
    reason: 'Why',
    extent: 'What is erased',
    reference: 'Your reference',
    asked: 'Asked',
    end: { done: 'Done', refused: 'Refused', withdrawn: 'Withdrawn' },
    erased: 'Consents erased',
    refusal: 'The operator says',
  },
  /** When, and by whom. */
  by: (time: string, user: string) => `${time}, by ${user}`,
  you: 'you',
  user: (id: string) => `user ${id}`,
  /** Before the values of the person. */
  whose: 'Whose:',
  consents: 'The consents',
  reasons: {
    'no-longer-needed': 'The data is no longer needed (a)',
    'consent-revoked': 'The person has revoked the consent (b)',
    objected: 'The person has objected (c)',
    unlawful: 'The data was processed unlawfully (d)',
    'legal-obligation': 'The law demands the erasure (e)',
    child: 'A child had agreed to an online service (f)',
  } satisfies Readonly<Record<RequestedErasure['reason'], string>>,
  extents: {
    evidence: 'The person. That somebody agreed, and when, stays as evidence.',
    everything: 'Everything. Only a count stays.',
  } satisfies Readonly<Record<RequestedErasure['extent'], string>>,
  withdrawal: {
    open: 'Withdraw this request',
    confirm: 'Withdraw this request?',
    final: 'The operator then no longer sees it. You can ask again.',
    act: 'Withdraw',
    sending: 'Withdrawing …',
    stopped: 'You stopped before the service answered. Send it again: that withdraws it once.',
  },
  ask: {
    open: 'Ask for the erasure of these consents',
    heading: 'Ask for an erasure',
    says: (count: number, written: string) =>
      `You ask for the erasure of ${count === 1 ? 'the consent' : `the ${written} consents`} on this page. Nothing is erased yet: the operator sees the request, and decides. Consents of the person under other values are not part of it: find them, and ask for them too.`,
    cut: (most: string) =>
      `A request names at most ${most} consents, so this one names the newest. Ask again for the rest.`,
    already: 'Some of these consents are in a request that is open already.',
    received: 'When did the request reach you?',
    receivedHint: 'The day of the letter, the call or the visit. The person must have an answer a month later.',
    receivedWrong: 'Enter a day that is not to come.',
    reason: 'Why must the consents be erased? (Article 17(1) GDPR)',
    reasonWrong: 'Choose the reason.',
    /** Beside the reason that the person has revoked them. */
    inForce: (count: number, written: string) =>
      `${count === 1 ? 'One of these consents is' : `${written} of these consents are`} in force: no revocation is recorded. Record it first, or have an editor record it.`,
    /** Links to where it is recorded. */
    revoke: (given: string) => `Record the revocation of the consent given on ${given}`,
    revokeAll: (button: string) =>
      `Record them one by one, or all at once with “${button}” on this page. What you typed here stays.`,
    choose: 'Choose …',
    extent: 'What is to be erased?',
    reference: 'Your reference (optional)',
    referenceHint:
      'Such as DSR-2026/114: letters without accents, digits and . _ / # -. It stays after the erasure: write no name, no tax code, nothing else of the person.',
    referenceWrong: 'Use at most 64 letters without accents, digits and . _ / # -, without spaces.',
    referencePersonal:
      'This is or has a value of the person. It would stay after the erasure: use a number of your own files.',
    proceed: 'Continue',
    back: 'Back',
    confirm: 'Ask for this erasure?',
    final: 'The operator can carry it out from now on. What is erased does not come back.',
    stored: 'This is stored, with the ids of the consents and your user number, and nothing of the person:',
    act: 'Ask for the erasure',
    sending: 'Asking …',
    stopped: 'You stopped before the service answered. Send it again without a change: it is asked once.',
    done: (day: string) => `The operator has your request. The person must have an answer by ${day}.`,
    all: 'All requests',
  },
};

export type ErasureWords = typeof english;
