import type { ConsentWords } from './console-consent-words-words.ts';

export const english: ConsentWords = {
  title: 'Consent',
  verifying: 'Verifying …',
  cannotVerify:
    'This browser cannot verify the document here, so the page shows nothing of it. Open the page over https, in a new browser.',
  askedTime: 'At another time (UTC)',
  askedKind: 'Day, month or time',
  timeKinds: { day: 'Day', month: 'Month', time: 'Day and time' },
  show: 'Show',
  now: 'Now',
  who: 'Who agreed, and to what',
  given: 'Given',
  agreedTo: 'Agreed to',
  actions: 'What you can do',
  person: 'All consents of this person',
  revoke: 'Revoke this consent',
  version: 'This version of the notice',
  saidAndSeen: 'What the site said, and what the register observed',
  evidence: {
    heading: 'Evidence',
    says: 'The signed document has all that this page shows, and more. Anyone who has it can verify it without this register.',
    save: 'Save the document',
    savePage: 'Save as a page',
    savePageFailed:
      'The page could not be made, because the network is missing or the console is a newer one now. The document can still be saved.',
    signedFor: (span) =>
      `The document was signed with the answer for ${span}. It tells the state at any other time too.`,
    signedForNow: 'The document was signed with the answer for the present. It tells the state at any other time too.',
    sign: 'Have it signed for the time that you ask about',
    print: 'Print this page',
    unchanged: 'Unchanged since it was signed',
    trust:
      'Your browser checked the signature and every part. It got the document, with the key in it, from the register that you are signed in to. So this does not prove whose key it is: compare the thumbprint with the one that the operator published elsewhere.',
    open: (count) =>
      count === 1 ? 'One thing is for you to judge: see below.' : `${count} things are for you to judge: see below.`,
    thumbprint: 'Thumbprint of the key',
    keyId: 'Key id',
    issued: 'Issued',
    handOn: 'How to hand it on',
    verifyWith:
      'Anyone with the file and the key verifies it with this command, or drops both onto the page verify.html:',
    asPage:
      '“Save as a page” makes a file that any browser opens without a network: it shows the document and verifies it, in English. The operator makes the same with this command:',
    refused: 'Refused',
    refusedSays: (places) =>
      `The document that came is not the one that was signed. It fails in: ${places}. This page shows nothing of it, because somebody may have changed it.`,
    otherConsent: 'The document that came is that of another consent. This page shows nothing of it.',
    refusedDo:
      'Try again. If it is refused again, tell the operator: something between the register and you changes what is sent.',
  },
};
