import type { ErrorCode } from '../../../client/typescript/index.ts';
import type { ConsentState, EndStateName } from '../../../shared/consents/state.ts';
import type { TimeKind } from '../../console/consent/asked-time.ts';
import type { Kind } from '../../console/find/guess.ts';
import type { PeriodChoice } from '../../console/find/period.ts';
import { chooseRegion } from '../../console/locale.ts';
import type { StateOnDay } from '../../console/person/state-on-day.ts';
import type { WrongRecording } from '../../console/recording/draft.ts';
import type { Wrong } from '../../console/revocation/draft.ts';
import type { EndOfSession } from '../../console/session/session.ts';
import { newProseEnglish } from '../evidence/eng.ts';

type Literal<Code> = Code extends string ? (string extends Code ? never : Code) : never;

/** Every code that the service and the client name. A service that is newer than the page may have more. */
export type ProblemCode = Literal<ErrorCode>;

const misunderstood =
  'The page and the service do not understand each other: one of them may be newer. Reload the page. If this goes on, tell the operator.';
const signedOut = 'Your session has ended. Sign in again.';

/** All texts of the console in English, by section. What is written here is what the other languages must have. */
export const words = {
  /** Texts about a call. */
  calls: {
    waiting: 'Reading …',
    waitingLong: 'The service has not answered yet. Still waiting …',
    stop: 'Stop',
    stopped: 'You stopped before the service answered.',
    again: 'Try again',
    requestId: 'Request id',
    /** If the page itself failed. */
    failed: 'Something went wrong in this page. Try again, or reload the page.',
    /** What happened and what to do, by code. */
    problems: {
      'body.unreadable': misunderstood,
      'body.unsupported-media-type': misunderstood,
      'method.not-allowed': misunderstood,
      'answer.unexpected': misunderstood,
      'path.unknown':
        'The service does not have what this page asks for: it may be older than the page. Tell the operator.',
      'credentials.invalid': 'The email or the password is wrong.',
      'token.missing': signedOut,
      'token.invalid': signedOut,
      'token.expired': signedOut,
      'session.ended': signedOut,
      'refresh-token.invalid': signedOut,
      'tokens.missing': signedOut,
      'tokens.unreadable': signedOut,
      'address.not-allowed':
        'Your network may not call the service. Use an allowed network, or ask the operator to allow yours.',
      'account.consent-register-disabled':
        'Your account is not set up for the consent register. An operator can set it up.',
      'user.sender-only':
        'You may only ask who may be written to, and not use the console. An operator can give you another role.',
      'user.read-only': 'You may only read. An operator can make you an editor.',
      'consent.not-found': 'Your account has no consent with this id. Check the id. The consent may have been erased.',
      'notice.not-found': 'Your account has no such notice. Choose one from the list of notices.',
      'idempotency-key.reused': 'Something else was already sent in this step. Reload the page and begin again.',
      'body.too-large': 'This is too long to be sent. Make the text shorter.',
      'consent.too-large': 'This is too long to be kept. Make the text shorter.',
      'parameters.invalid': 'The service does not accept what was entered. Correct it and try again.',
      'login.throttled': 'There were too many failed attempts. Wait, then try again.',
      'search.throttled': 'The searches of your account have read too much in this minute. Try again in a minute.',
      'check.throttled': 'The checks of your account have read too much in this minute. Try again in a minute.',
      'account.throttled': 'Your account has read too much in this minute. Try again in a minute.',
      'password.throttled': 'You have tried to change your password too often in this hour. Wait, then try again.',
      'erasure-request.not-found': misunderstood,
      'erasure-request.fixed': 'This request can no longer be withdrawn.',
      'erasure-request.throttled': 'You can ask for no more erasures today.',
      'service.fault': 'The service failed. Try again. If this goes on, tell the operator the request id.',
      'evidence.history-incomplete':
        'The log has a revocation, an erasure or a later version of the notice that the register lacks, or says something else of the consent: somebody has changed the register. So no document of this consent is signed. Tell the operator the request id.',
      'store.unavailable': 'The service is busy. Try again in a moment.',
      'connection.failed': 'The service cannot be reached. Check your network, then try again.',
      'connection.timeout': 'The service did not answer in time. Try again.',
    } satisfies Readonly<Record<ProblemCode, string>>,
  },
  /** Texts of the consent page that `verifier/` does not provide. */
  consent: {
    /** Title of the page before the consent is loaded. */
    title: 'Consent',
    verifying: 'Verifying …',
    /** If the browser has no cryptography, such as in a page loaded over http. */
    cannotVerify:
      'This browser cannot verify the document here, so the page shows nothing of it. Open the page over https, in a new browser.',
    askedTime: 'At another time (UTC)',
    /** Label of the choice between them. */
    askedKind: 'Day, month or time',
    timeKinds: { day: 'Day', month: 'Month', time: 'Day and time' } satisfies Readonly<Record<TimeKind, string>>,
    show: 'Show',
    now: 'Now',
    who: 'Who agreed, and to what',
    given: 'Given',
    /** Names of what a user wrote down of a letter or a call. */
    noted: {
      givenOn: 'Given on, as the user noted it',
      reference: 'Paper or recording, as the user noted it',
    },
    /** Name of a value of the account's own, by the key under which its sites send it. */
    ownKey: (key: string) => `own value “${key}”`,
    agreedTo: 'Agreed to',
    actions: 'What you can do',
    person: 'All consents of this person',
    /** Before the link to them, if it was not in force all the time that was asked about. */
    another: 'This is one consent. Another one of the same person may have been in force then:',
    revoke: 'Revoke this consent',
    version: 'This version of the notice',
    saidAndSeen: 'What the site said, and what the register observed',
    evidence: {
      heading: 'Evidence',
      says: 'The signed document has all that this page shows, and more. Anyone who has it can verify it without this register.',
      save: 'Save as data (JSON)',
      savePage: 'Save as evidence (a page to read)',
      /** What somebody else needs for a file that is saved now. Text between backticks is code. */
      saved: (file: string) => `Saved as \`${file}\`.`,
      toCheck:
        'To check it, somebody else needs `verify.html` and `keys.json` from the operator of the register, not from you together with the file. In place of `keys.json` the thumbprint of the key is enough, read out by telephone:',
      savePageFailed:
        'The page could not be made, because there is no network or the console has been updated. You can still save the document.',
      /** If the page now shows another time than the document was signed for. */
      signedFor: (span: string) =>
        `The document was signed with the answer for ${span}. It also tells the state at any other time.`,
      signedForNow:
        'The document was signed with the answer for the present. It also tells the state at any other time.',
      sign: 'Have it signed for the time that you ask about',
      print: 'Print this page',
      unchanged: 'Unchanged since it was signed',
      trust:
        'Your browser checked the signature and every part. It got the document, with the key in it, from the register that you are signed in to. So this does not prove whose key it is: compare the thumbprint with the one that the operator published elsewhere.',
      open: (count: number) =>
        count === 1
          ? 'One thing is for you to judge: open “Technical details”.'
          : `${count} things are for you to judge: open “Technical details”.`,
      thumbprint: 'Thumbprint of the key',
      keyId: 'Key id',
      issued: 'Issued',
      handOn: 'How to hand it on',
      verifyWith:
        'Anyone with the file and the key verifies it with this command, or drops both onto the page verify.html. The operator has both, verify.html and keys.json:',
      asPage:
        '“Save as evidence” makes a file that any browser opens without a network. It shows the document and verifies it, in the reader’s language if the console speaks it. The operator makes the same with this command:',
      refused: 'Refused',
      /** @param places where the document fails */
      refusedSays: (places: string) =>
        `The document that came is not the one that was signed. It fails in: ${places}. This page shows nothing of it, because somebody may have changed it.`,
      /** If the document is sound but not the one that was requested. */
      otherConsent: 'The document that came is that of another consent. This page shows nothing of it.',
      refusedDo:
        'Try again. If it is refused again, tell the operator: something between the register and you changes what is sent.',
    },
  },
  /** Texts of a list of consents. */
  consents: {
    heading: 'Consents',
    /** Label of the search criteria. */
    asked: 'You asked for',
    all: 'all consents',
    /** If the typed values are no longer in memory. */
    lost: 'You had searched for a person. What you typed is not kept, so the list below is not of that person alone. Type it again.',
    given: 'Given',
    person: 'Person',
    notice: 'Notice',
    version: (version: string) => `version ${version}`,
    project: 'Project',
    language: 'Language',
    channel: 'Channel',
    state: 'State now',
    since: (time: string) => `since ${time}`,
    expires: (time: string) => `expires ${time}`,
    /** Names of columns that only a saved list has. */
    otherValues: 'Other values',
    stateSince: 'State since',
    expiry: 'Expires',
    imported: 'imported',
    /** In place of an erased person. */
    nobody: 'erased',
    /** Beside a value under `email` that cannot be one. */
    noMailbox: 'no email address',
    more: (_count: number, told: string) => `and ${told} more`,
    shown: (rows: number, count: string) => (rows === 1 ? '1 consent, ' : `${count} consents, newest first, `),
    thereIsMore: 'and there are older ones.',
    thatIsAll: 'and that is all.',
    thatIsEnd: 'and there are no older ones.',
    older: 'Older',
    newer: 'Newer',
    newest: 'Newest',
    lookedThrough: (day: string) => `and that is all back to ${day}. There may be older ones.`,
    looking: (day: string, rows: number, count: string) =>
      `Searched back to ${day}: ${rows === 0 ? 'none' : count} so far …`,
    stop: 'Stop',
    goOn: 'Go on looking',
    none: 'There is no such consent.',
    noneNarrowed: 'There is none among those that the search is narrowed down to.',
    noneOlder: 'There are no older ones.',
    tryWhole:
      'Only a whole value finds something. Did you type the whole email, the name without a title, the telephone with its country code (+44 …)?',
    tryFilter: 'Is the list narrowed down too much? Take out a notice, a state or the period.',
    tryErased: 'Erased consents cannot be found by values of the person.',
    /** If what was typed may mean more than was looked for. */
    nonePartly:
      'Nothing was found in the likeliest places. What you typed may mean more than one search can ask for: choose what each value is, and search again.',
    /** Under which keys nothing was found. */
    lookedAs: (keys: string) => `Looked for as ${keys}.`,
    lookEverywhere: 'Look for it as anything it could be',
    searchAll: 'Search all consents',
    /** Label of the keys under which consents were found. */
    foundAs: 'Found as',
    timeline: 'Everything of this person, notice by notice',
    from: (time: string) => `from ${time}`,
    until: (time: string) => `until ${time}`,
  },
  /** Texts of the list of people who must be asked again. */
  due: {
    heading: 'Who must be asked again',
    says: 'People whose consent expires soon or has expired, is superseded, or was given in a language without a text, and who have not agreed to the same since.',
    within: 'Expires',
    /** The ends of months, among the days. */
    monthEnds: ['by the end of this month', 'by the end of next month'],
    days: (count: number, shown: string) => (count === 1 ? 'within 1 day' : `within ${shown} days`),
    reason: 'Reason',
    reasons: {
      expires: 'expires or has expired',
      superseded: 'a later version asks again',
      language: 'no text in the language',
    },
    because: {
      expires: (day: string) => `expires on ${day}`,
      expired: (day: string) => `expired on ${day}`,
      superseded: (day: string) => `superseded since ${day}`,
      language: () => 'the version has no text in this language',
    },
    why: 'Why',
    none: 'Nobody must be asked again.',
  },
  evidence: newProseEnglish(chooseRegion('en', navigator.languages)),
  /** Texts of the search for a person. */
  find: {
    who: 'Who?',
    help: 'An email address, a name, a telephone number, a tax code, a number of your own, or the id of a consent. Leave it empty to see the newest consents.',
    /** Title of the rules by which values are compared. */
    how: 'How a value is found',
    whole:
      'Type a whole value: a part of it finds nothing. Upper and lower case make no difference, nor do spaces before and after it, nor the spaces, dots and dashes of a telephone number.',
    kept: 'What you type here is not kept, and never becomes part of a web address.',
    /** Label of a second or later value. */
    and: 'and',
    addValue: 'Add a value',
    removeValue: 'Remove this value',
    /** Label of the kind of a value. */
    takenAs: 'What it is',
    /** The first choice: the reader does not say what a value is. */
    anyKind: 'anything it could be',
    kinds: {
      email: 'email',
      name: 'whole name',
      first_name: 'first name',
      last_name: 'last name',
      phone: 'telephone',
      mobile_phone: 'mobile telephone',
      tax_code: 'tax code',
      own: 'a value of your own',
      id: 'id of a consent',
    } satisfies Readonly<Record<Kind, string>>,
    ownKey: 'Name of the value',
    ownKeyHelp: 'As your forms send it, such as customer_number.',
    idLeads: 'This leads to the one consent with that id. Everything else here is ignored.',
    twice: 'A consent has only one value of this kind. Choose another kind, or remove one of the two.',
    unnamed: 'Say what the value is called.',
    narrow: 'Narrow it down',
    any: 'any',
    project: 'Project',
    notice: 'Notice',
    version: 'Version',
    versionOf: (version: string, published: string) => `Version ${version}, from ${published}`,
    retired: 'retired',
    state: 'State now',
    language: 'Language of the text',
    channel: 'Channel',
    period: 'Given',
    periods: {
      any: 'at any time',
      today: 'today',
      thisMonth: 'this month',
      lastMonth: 'last month',
      thisQuarter: 'this quarter',
      lastQuarter: 'last quarter',
      thisYear: 'this year',
      day: 'on a day',
      month: 'in a month',
      span: 'from … until …',
    } satisfies Readonly<Record<PeriodChoice, string>>,
    from: 'From',
    until: 'Until, this day included',
    utc: 'Days and months are those of UTC.',
    find: 'Find',
    /** In place of the ways to save, while the form asks for something other than the list. */
    changed: 'What you changed is not applied yet, and the list is the one from before. Choose “Apply”, then save it.',
    apply: 'Apply',
    clear: 'Clear all',
    /** Why the service refused a value. */
    refused: {
      time: 'This is not a day, a month or a time.',
      order: 'This is before the beginning.',
      unknown: 'The register does not have this.',
    },
  },
  /** Texts around every page. */
  frame: {
    name: 'Consent register',
    navigation: 'Pages',
    consents: 'Consents',
    notices: 'Notices',
    due: 'Ask again',
    overview: 'Overview',
    record: 'Record',
    erasures: 'Erasures',
    language: 'Language',
    skip: 'Skip to the content',
    nowhere: 'No such page',
    nowhereMeaning: 'There is no page at this address. The address may be cut off.',
    fault: 'This page failed',
    faultMeaning: 'Something in this page went wrong. This changed nothing in the register.',
    again: 'Show the page again',
    toBeginning: 'To the first page',
  },
  /** Texts around third-party HTML. */
  markup: {
    notShown: 'This page cannot show how it looked. Reload the page. The source is below.',
  },
  notices: {
    notices: {
      heading: 'Notices',
      caption: (count: number) => (count === 1 ? 'One notice' : `${count} notices`),
      none: 'The account has no notice yet.',
      publish: 'The operator publishes one with this command:',
      notice: 'Notice',
      current: 'Current version',
      since: 'Since',
      languages: 'Languages',
      versions: 'Versions',
      retired: 'Retired',
      retiredOn: (time: string) => `Retired on ${time}: nobody can agree to it any more.`,
      all: 'All notices',
      consents: 'Consents to this notice',
      /** Of a notice: its PID. */
      number: 'Number',
      versionColumn: 'Version',
      version: (version: number) => `Version ${version}`,
      versionsOf: (count: number) => (count === 1 ? 'One version' : `${count} versions, the newest first`),
      published: 'Published',
      until: 'Current until',
      isCurrent: 'still current',
      publishedBy: 'Published by',
      validity: 'A consent holds for',
      days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
      endless: 'no limit',
      askAgain: 'Asks again',
      yes: 'yes',
      no: 'no',
      hash: 'SHA-256',
      id: 'Id of the version',
      showAll: (count: number) => `Show all ${count} versions`,
      compare: (earlier: number) => `Compare with version ${earlier}`,
      noSuchVersion: (version: number) => `The notice has no version ${version}.`,
    },
    comparison: {
      heading: 'Two versions side by side',
      left: 'Earlier version',
      right: 'Later version',
      language: 'Language',
      /** After the name of a language. */
      changedIn: (language: string) => `${language} (changed)`,
      onlyOne: 'There is one version, so there is nothing to compare it with.',
      sameVersion: 'Choose two different versions to see what changed.',
      title: 'Title',
      text: 'Text',
      terms: 'Terms',
      /** Of a title, a text or terms. */
      same: 'Nothing changed.',
      count: (changes: number) => (changes === 1 ? 'One change.' : `${changes} changes.`),
      /** If only the markup differs, and people read the same. */
      otherMarkup: 'What people read is the same. How it is written in HTML changed.',
      noText: (version: string) => `${version} has no text in this language.`,
      tooLong: 'One of the texts is too long or too deep to be compared.',
      removed: 'Removed',
      added: 'Added',
      changed: 'Changed',
      /** After removed or added words, for screen readers. */
      end: 'end',
      unchanged: (lines: number) => (lines === 1 ? 'One line is unchanged.' : `${lines} lines are unchanged.`),
      show: 'Show',
    },
    version: {
      texts: 'The text',
      terms: 'What else the version says',
      language: 'Language of the text',
      noTitle: 'There is no title in this language.',
      noText: 'There is no text in this language.',
      /** Where a consent led here. */
      givenIn: (language: string) => `The consent that you come from was given in this language: ${language}.`,
      consents: 'Consents to this version',
      notice: 'All versions of this notice',
      earlier: 'Compare with the version before',
      later: 'Compare with the version after',
    },
  },
  /** Texts of the overview. Numbers, months and times arrive formatted. */
  overview: {
    heading: 'Overview',
    project: 'Project',
    notice: 'Notice',
    countedUntil: (time: string) => `Counted up to ${time}. What came later is added within minutes.`,
    utc: 'Months are those of UTC. A consent whose validity ends today is not in force.',
    none: 'There are no figures yet.',
    noneMeaning:
      'The log of the register counts consents by month. It counts them some minutes after they are given. If the register is older than its log, or has none, an operator has to set this up.',
    /** The largest figures, above the charts. */
    headline: {
      now: 'In force now',
      given: (month: string) => `Given in ${month}`,
      ended: (month: string) => `Ended in ${month}`,
      /** In the calendar year so far. */
      givenIn: (year: string) => `Given in ${year}`,
      revokedIn: (year: string) => `Revoked in ${year}`,
    },
    /** Below the headline, whose figures would contradict the chart otherwise. */
    endedCounts:
      'Ended counts what was revoked, expired, superseded or erased. The chart of revocations shows only those.',
    /** The name of the row with the sums. */
    total: 'All months',
    save: 'Save the figures as CSV',
    print: 'Print this page',
    sums: 'What was in force before, and what was given, less all that ended, is what is in force after.',
    /** The name of the count, next to an axis. */
    unit: 'consents',
    inForce: 'In force at the end of each month',
    inForceSays: (first: string, last: string, from: string, to: string) =>
      `Line of the consents in force at the end of each month: ${first} in ${from}, ${last} in ${to}.`,
    flow: 'Given and revoked in each month',
    flowSays: (given: string, revoked: string, from: string, to: string) =>
      `Bars of the consents of each month from ${from} to ${to}: ${given} given and ${revoked} revoked in all.`,
    upwards: 'Given, upwards',
    downwards: 'Revoked, downwards',
    shares: 'In force now, by version of the notice',
    sharesSay: (count: string) => `Bars of shares. Consents in force: ${count}. The table below has the figures.`,
    noneInForce: 'No consent is in force.',
    version: (notice: string, version: string) => `${notice}, version ${version}`,
    figures: 'The figures',
    columns: {
      month: 'Month',
      opening: 'In force before',
      given: 'Given',
      revoked: 'Revoked',
      expired: 'Expired',
      superseded: 'Superseded',
      erased: 'Erased',
      closing: 'In force after',
      active: 'In force now',
      version: 'Version of the notice',
      share: 'Share',
    } satisfies Readonly<
      Record<'month' | 'opening' | 'given' | EndStateName | 'closing' | 'active' | 'version' | 'share', string>
    >,
  },
  /** Texts that all pages share. */
  parts: {
    copy: 'Copy to the clipboard',
    copied: 'Copied',
    states: {
      active: 'in force',
      revoked: 'revoked',
      expired: 'expired',
      superseded: 'superseded',
      erased: 'erased',
    } satisfies Readonly<Record<ConsentState, string>>,
  },
  /** Texts of the timeline of a person. */
  person: {
    /** Title of the tab, which names nobody. */
    title: 'Consents of a person',
    heading: (value: string) => `Consents of ${value}`,
    back: 'To one consent of this person',
    found: (rows: number, count: string) => (rows === 1 ? '1 consent' : `${count} consents`),
    choose: 'Consents with the same',
    chooseHelp: 'If you choose several, the page shows only consents that have all of them.',
    chooseOne: 'Choose at least one value.',
    /** If one value finds several people. @param keys names of the values that differ */
    several: (keys: string) =>
      `Careful: these consents have different values of ${keys}, and may be of different people. Look at the values before you act on them, and search by one more value to see one person only.`,
    erased: 'The personal data of this consent was erased. The register no longer knows whose it was.',
    unknown: 'The register has no consent with this id.',
    noErased: 'Erased consents are missing here: the register no longer knows whose they were.',
    /** If there are more than the page shows. */
    cut: (count: string) => `These are the newest ${count}. There are more.`,
    all: 'See them all in a list',
    copy: 'Make a copy for this person',
    inForce: (version: string, time: string) => `version ${version}: in force since ${time}`,
    alreadySince: (version: string, time: string) => `version ${version} since ${time}`,
    endsOn: (time: string) => `expires on ${time}`,
    /** Where an earlier consent is in force and the latest is not. */
    noMailing: (ended: string) =>
      `Before a mailing the latest consent decides: ${ended}. So the person may not be written to.`,
    notInForce: 'not in force',
    ended: {
      revoked: (time) => `revoked on ${time}`,
      expired: (time) => `expired on ${time}`,
      superseded: (time) => `a later version asks again since ${time}`,
      erased: (time) => `erased on ${time}`,
    } satisfies Readonly<Record<EndStateName, (time: string) => string>>,
    events: {
      given: (version, channel, language) => `Given to version ${version}, ${channel}, ${language}`,
      imported: 'imported from another register',
      revoked: 'Revoked',
      expired: 'Expired',
      superseded: 'Superseded: a later version asks again',
      erased: 'Erased',
    } satisfies Readonly<Record<EndStateName | 'imported', string>> & {
      readonly given: (version: string, channel: string, language: string) => string;
    },
    theConsent: 'Consent',
    theText: (version: string) => `Text of version ${version}`,
    showAll: (count: string) => `Show all ${count}`,
    /** Label of the day for which each notice says its state. */
    askedDay: 'What was in force on this day? (UTC)',
    onDay: {
      throughout: (day: string) => `On ${day}: in force`,
      partly: (day: string) => `On ${day}: in force for a part of the day`,
      not: (day: string) => `On ${day}: not in force`,
    } satisfies Readonly<Record<StateOnDay['holds'], (day: string) => string>>,
  },
  /** Texts that the pages share that change something. `storedBeside` gets the name and the number of the user. */
  acts: {
    choose: 'Choose …',
    again: 'Try again',
    change: 'Not yet',
    stored: 'This will be stored',
    storedBeside: (user: string) =>
      `The register adds the time, you as the user (${user}), and the network address and browser of this computer.`,
  },
  /** Texts of the page for recording a consent. */
  recording: {
    heading: 'Record a consent',
    intro: [
      'For a consent that a person gave on paper, by telephone or face to face, and that no site or app recorded.',
      'It is in force from the moment you record it. The day on which the person gave it is kept as a claim beside it.',
    ],
    what: 'What the person agreed to',
    project: 'Project',
    notice: 'Notice',
    version: 'Version',
    language: 'Language of the text',
    none: 'The account has no project, or no notice that people can agree to.',
    text: 'The text that the person agreed to',
    who: 'Who agreed',
    whoHint: 'At least one value. The person is found by each of them.',
    ownValue: 'Another value (optional)',
    how: 'How the person agreed',
    way: 'How it reached you',
    wayHint: 'The evidence says it, with your name as the one who noted it.',
    givenOn: 'Given on (optional)',
    givenOnName: 'Given on',
    givenOnHint: 'The day that the person or the paper says.',
    reference: 'Where the paper or the recording is',
    referenceHint: 'Such as: folder 12, sheet 3. Give this or the words of the person.',
    said: 'Words of the person',
    saidHint: 'What the person said or wrote, as exactly as you have it.',
    wrong: {
      'project-missing': 'Choose a project.',
      'notice-missing': 'Choose a notice.',
      'person-missing': 'Give at least one value of the person.',
      'own-unnamed': 'Give both the name and the value, or neither.',
      'value-too-long': 'This has more than 1,024 characters.',
      'way-missing': 'Choose how it reached you.',
      'day-malformed': 'This is not a day, or it is still to come.',
      'ground-missing': 'Say where the paper is, or what the person said.',
      'too-long': 'All fields together have more than a million characters. Make the text shorter.',
    } satisfies Readonly<Record<WrongRecording, string>>,
    proceed: 'Continue',
    confirm: 'Record this consent?',
    final: 'It cannot be changed afterwards, only revoked.',
    act: 'Record now',
    sending: 'Recording …',
    stopped:
      'It is not known whether the consent was recorded. Try again without a change: then it is recorded only once.',
    otherOpen:
      'It is not known whether an earlier attempt with other input was recorded. Look for the person first, or there may be two consents.',
    done: 'The consent is recorded',
    recordedAt: (time: string) => `Recorded on ${time}.`,
    toEvidence: 'To the consent and its evidence',
    another: 'Record another one',
  },
  /** Texts of the page for revoking a consent. */
  revocation: {
    heading: 'Revoke a consent',
    /** The consequences, one sentence each. */
    consequences: [
      'From the moment you revoke it, the consent is not in force, and every search of your sites says so.',
      'It stays in the register as evidence, with what you write here. What was done before stays lawful.',
      'Nothing in the register can be undone. If the person agrees again, that is a new consent.',
    ],
    reason: 'Reason (optional)',
    reasonHint: 'A person may revoke without a reason, so ask for none. If she named one, note it.',
    way: 'How the person asked',
    wayHint: 'A call, a letter or a visit is kept as you note it, with your name.',
    url: 'Address of the page (optional)',
    urlHint: 'Where the person asked, if that was on a page. It begins with https:// or http://.',
    request: 'Words of the person (optional)',
    requestHint: 'What the person said or wrote is kept as proof. All fields together may have a million characters.',
    /** Names of what is stored. */
    page: 'Address of the page',
    given: 'Reason',
    said: 'Words of the person',
    wrong: {
      'ground-missing': 'Write a reason or the words of the person: this way alone shows nothing.',
      'way-missing': 'Choose how the person asked.',
      'url-malformed': 'This is not the address of a page, which begins with https:// or http://.',
      'too-long': 'All fields together have more than a million characters. Make the text shorter.',
    } satisfies Readonly<Record<Wrong, string>>,
    proceed: 'Continue',
    back: 'Back to the consent',
    confirm: 'Revoke this consent?',
    final: 'This cannot be undone.',
    act: 'Revoke now',
    sending: 'Revoking …',
    stopped: 'It is not known whether the consent was revoked. Try again: it is revoked only once.',
    done: 'The consent is revoked',
    revokedAt: (time: string) => `Revoked on ${time}.`,
    holds: 'It is not in force any more. The document of evidence shows the revocation, with what you noted.',
    notThis: 'Another revocation came before yours. The first one stays, and yours was not recorded.',
    toEvidence: 'To the consent and its evidence',
    already: (time: string) => `This consent was revoked on ${time}. The first revocation stays.`,
    erased: (time: string) => `What was personal in this consent was erased on ${time}. There is nothing to revoke.`,
    readOnly:
      'You may only read. An operator can make you an editor. If that has happened already, sign out and sign in again.',
  },
  /** Texts for revoking all consents of a person. Counts arrive formatted. */
  revokeAll: {
    open: 'Revoke all of these consents',
    heading: 'Revoke all of these consents',
    says: 'All that are neither revoked nor erased, with the values chosen above. Look whose they are: several people may have the same telephone or name.',
    count: (count: string) => `To be revoked: ${count}`,
    item: (notice: string, version: string, time: string) => `${notice}, version ${version}, given on ${time}`,
    confirm: 'Revoke all of these consents?',
    act: 'Revoke all now',
    progress: (done: string, all: string) => `Revoked: ${done} of ${all} …`,
    stopped: 'You stopped. It is not known whether the last one was revoked. Go on: each is revoked only once.',
    failed: (count: string) => `Not revoked: ${count}`,
    looking: 'Looking whether more came meanwhile …',
    notLooked: 'The second look failed. Look again, because more may have come meanwhile.',
    look: 'Look again',
    later: 'More consents came meanwhile, or were left over. Revoke them too.',
    goOn: 'Revoke these too',
    done: (count: string) => `Revoked: ${count}. A second look found no others.`,
    earlier: (count: string) => `Somebody else had revoked ${count} of them before. The first revocation stays.`,
    refresh: 'Show the person again',
    back: 'Do not revoke',
  },
  /** Texts about saving a list as a file. */
  saving: {
    save: 'Save the whole list as CSV',
    says: 'All pages: as CSV for a spreadsheet, or on paper. Both have personal data.',
    underway: (count: string) => `Rows so far: ${count} …`,
    stop: 'Stop',
    stopped: 'You stopped. Nothing was saved.',
    done: (count: number, shown: string, file: string) =>
      count === 1 ? `1 row is saved in ${file}.` : `${shown} rows are saved in ${file}.`,
    counts: 'How many, by notice and version',
    group: 'Notice and version',
    count: 'Rows',
  },
  /** Texts about the signed-in user and the password. */
  user: {
    heading: 'You and your password',
    name: 'Name',
    account: 'Account',
    rights: 'What you may do',
    editor: 'Read, record and revoke',
    reader: 'Read only',
    change: 'Change your password',
    ends: 'Here you stay signed in. Everywhere else you are signed out at once.',
    current: 'Current password',
    next: 'New password',
    rule: 'At least 15 characters. Four or more words that have nothing to do with each other, or with you, make a good one.',
    sending: 'Changing your password …',
    done: 'Your password is changed. Everywhere else you are signed out.',
    unsure:
      'No answer came, so your password may be changed already. If the current one is refused now, the new one is in force.',
    /** What is wrong with a password, by the service's code. */
    faults: {
      wrong:
        'This is not your current password. If the connection was interrupted, the new one may be in force already.',
      'too-short': 'This password is too short. It needs at least 15 characters.',
      guessable: 'This password is easy to guess. Take four or more unrelated words, without names and dates.',
      malformed: 'A password must be one line without control characters.',
      'too-long': 'This password is too long. It may have at most 1,024 characters.',
      missing: 'Fill this in.',
    },
  },
  /** Texts about signing in and out. */
  session: {
    heading: 'Sign in',
    email: 'Email',
    password: 'Password',
    showPassword: 'Show the password',
    show: 'Show',
    hide: 'Hide',
    keep: 'Keep me signed in while this tab is open, even if the page is reloaded',
    signIn: 'Sign in',
    signingIn: 'Signing in …',
    signOut: 'Sign out',
    /** For a user who may not change anything. */
    reader: 'may only read',
    wrong: 'The email or the password is wrong. A user who was disabled cannot sign in either.',
    throttled: 'There were too many failed attempts to sign in.',
    /** @param time such as `30 seconds` */
    wait: (time: string) => `You can try again in ${time}.`,
    waitOver: 'You can try again now.',
    /** Why the last session ended. */
    why: {
      left: 'You are signed out.',
      idle: 'You were signed out because nothing was done for 15 minutes. Sign in to go on where you were.',
      refused: 'Your session has ended. Sign in to go on where you were.',
      reloaded:
        'The page was loaded again. That signs you out, unless you choose below to stay signed in. Sign in to go on where you were.',
    } satisfies Readonly<Record<EndOfSession | 'reloaded', string>>,
    idleHeading: 'Are you still there?',
    idleWarning: 'Nothing was done for a while. What is on this page is personal, so it closes by itself.',
    /** @param time such as `30 seconds` */
    idleRemaining: (time: string) => `You will be signed out in ${time}.`,
    stay: 'Stay signed in',
  },
  /** Help beside the sign-in. */
  signInHelp: {
    heading: 'About this page',
    /** @param host of the service, such as `consents.shop.example` */
    place: (host: string) => `You sign in to the register at ${host}.`,
    what: 'The register keeps who agreed to what, with proof. This console is for those who answer for it, such as a data protection officer.',
    noUser: 'Not a user yet?',
    noUserDo: 'An operator of the register adds you. You cannot add yourself.',
    lost: 'Password lost?',
    lostDo: 'An operator gives you a new one. Nobody can tell you the old one.',
    person: 'Did you give a consent yourself?',
    personDo: 'Turn to the site or shop that asked you for it. You need not sign in here.',
  },
  /** Texts of the summary of a consent. */
  summary: {
    /** Label of the address in the proof where the person agreed. */
    page: 'Page',
    technical: 'Technical details',
    technicalSays: 'Ids, keys, hashes, the proof as it was sent, and every check.',
    /** Name of the button with the ways to save. */
    save: 'Save or print',
  },
  /** Texts about printing a list whole. */
  listPrint: {
    print: 'Print the whole list',
    /** @param count of the printed rows */
    printed: (count: string, time: string) => `Rows: ${count}. Printed on ${time}.`,
    tooMany: (most: string) =>
      `The list has more than ${most} rows, too many to print. Narrow it down, or save it as CSV.`,
  },
};

/** All texts of the console in one language. `evidence` has the texts about a consent and its evidence. */
export type ConsoleWords = typeof words;
