import type { OperationName } from '../../../shared/api/contract.ts';
import { dueBounds, limits } from '../../../shared/api/limits.ts';
import { RequestedConfirmation } from '../../../shared/confirmations/request-schemas.ts';
import { CheckedPeople, CheckedPerson, CheckReason } from '../../../shared/consents/check-schemas.ts';
import {
  AddedConsent,
  AddedConsentList,
  AddedConsents,
  RevokedConsent,
} from '../../../shared/consents/consent-answer.ts';
import { DueConsent, DueConsents, DueReason, DueSince } from '../../../shared/consents/due-answer.ts';
import {
  ErasureExtent,
  ErasureReason,
  ErasureRequestState,
  RequestedErasure,
  RequestedErasures,
} from '../../../shared/consents/erasure/request-schemas.ts';
import { ConsentState, ListedConsent, ListedConsents } from '../../../shared/consents/list-answer.ts';
import { UsedLink } from '../../../shared/consents/observed-link.ts';
import { ConsentRecord } from '../../../shared/consents/record.ts';
import { ConsentPage, FoundConsents, LatestConsent } from '../../../shared/consents/search-answer.ts';
import { SignedEvidence } from '../../../shared/evidence/request-schemas.ts';
import { ListedProject, ListedProjects } from '../../../shared/identity/project-answer.ts';
import { ChangedPassword, EndedSession, TokenSet, UserDetails } from '../../../shared/identity/token-answer.ts';
import { MadeLink, MadeLinks } from '../../../shared/links/link-schemas.ts';
import { Overview, OverviewMonth, OverviewVersion, overviewMonths } from '../../../shared/log/overview-schemas.ts';
import { ConsentInformation, Notices } from '../../../shared/notices/notice-answer.ts';
import {
  ListedNotice,
  ListedNotices,
  ListedVersion,
  NoticeDataKind,
  NoticeParty,
  NoticeRecourse,
  NoticeStorage,
  NoticeTerm,
  NoticeVersion,
} from '../../../shared/notices/version-answer.ts';
import type { Description } from './description.ts';
import {
  added,
  consentId,
  erasureRequest,
  exampleLink,
  listed,
  notice,
  noticeWithVersions,
  otherConsentId,
  otherVersionId,
  page,
  projectId,
  proof,
  record,
  revokeProof,
  time,
  tokens,
  userData,
  versionId,
  zonedTime,
} from './example-data.ts';
import { find, nextPage, readEvidence, readNotice, readVersion, refresh, revoke } from './links.ts';

const login: Description<'login'> = {
  tag: 'tokens',
  summary: 'Log in',
  description:
    'Returns an access token, valid for an hour, and a refresh token, valid for 30 days, unless the operator set other lifetimes. An unknown email and a wrong password get the same answer. Failed logins are limited: log in once and keep the tokens.',
  examples: {
    login: {
      summary: 'The user of the demo data logs in',
      request: { email: 'demo@example.com', password: 'correct horse battery staple' },
      answer: tokens,
      step: 10,
      keeps: ['access_token', 'refresh_token'],
    },
  },
  schemas: { TokenSet },
  links: { refresh },
  refused: { email: 'ada@example.com' },
  marks: ['refresh_token'],
};

const getEvidence: Description<'getEvidence'> = {
  tag: 'evidence',
  summary: 'Get the evidence of a consent',
  description:
    'Returns everything that the register holds about a consent as one signed document. It keeps what the site claimed apart from what the register observed, and has the text that the person agreed to, the revocation, and the state with its reason. Anyone can verify it with the published keys, without the register, years later.\n\nSave the body byte for byte, as `curl -o evidence.json` does: a document that a program parses and writes again may no longer verify. `docs/evidence.md` says how to verify it.',
  examples: {
    evidence: {
      summary: 'Everything that the register holds about a consent, signed',
      request: { id: consentId },
      answer: {
        protected: 'eyJhbGciOiJFUzI1NiIsImp3ayI6eyJjcnYiOiJQLTI1NiIs...',
        signature: 'q3Z1TlNwHhZJm0x5b8Qy4c...',
        statement: {
          format: 'consent-register-evidence/3',
          issuedAt: '2026-11-21T10:15:00.000Z',
        },
      },
      partOf: 'statement',
      yours: 'the id of your consent',
      step: 55,
      takes: { id: 'consentId' },
    },
  },
  schemas: { SignedEvidence },
  links: {},
  refused: { id: consentId, at: 'yesterday' },
  marks: ['protected'],
};

const consent = { projectUid: 'demo-shop', channel: 'web.form', proof, userData };

const addConsent: Description<'addConsent'> = {
  tag: 'consents',
  summary: 'Record consents',
  description:
    'Records that a person agreed to one or more notices, all or none. Name each by its PID, for the version that is current now, or by the id of a version, current or not. For an array, even of one notice, the answer has a list in `data`. With an `Idempotency-Key` the request is safe to repeat.\n\nThe register also keeps what it observed itself: its time, the user and the session, your IP address and user agent, the request id, and the SHA-256 of the notice. Of these, answers contain only the time.\n\nA reader gets 403 `user.read-only`.',
  examples: {
    one: {
      summary: 'Ada agrees to the newsletter in a form',
      request: { ...consent, consentInformationPid: 2 },
      answer: added,
      step: 40,
      keeps: ['consentId', 'consentInformationVersionId'],
    },
    several: {
      summary: 'Ada agrees to two notices at once',
      request: { ...consent, consentInformationPid: [2, 3] },
      answer: {
        data: [
          added,
          {
            consentId: otherConsentId,
            consentInformationVersionId: otherVersionId,
            consentInformationPid: 3,
            time,
          },
        ],
      },
    },
    labelled: {
      summary: 'A value with the label of its field',
      request: {
        ...consent,
        consentInformationPid: 2,
        userData: { email: 'grace@example.com', size: { label: 'Your size', value: 'M' } },
      },
      answer: added,
    },
  },
  schemas: { AddedConsent, AddedConsentList, AddedConsents },
  links: {
    find: find('/consentId'),
    revoke: revoke('/consentId'),
    readNotice: readNotice('/consentInformationPid'),
  },
  refused: { ...consent, consentInformationPid: 2, proof: {} },
  marks: ['consentId', 'data'],
};

const person = { email: 'ada@example.com' };

const searchConsents: Description<'searchConsents'> = {
  tag: 'consents',
  summary: 'Search consents',
  description:
    'Finds consents, newest first: by time, then by id. Every value of `userData` that you send must be equal to the value of the consent.\n\n- Case, white space and Unicode form do not matter. In `phone` and `mobile_phone`, separators do not matter either.\n- A blank value is ignored if there are others. If all values are blank, the search is refused, unless it has an `id`.\n- A page past the end is empty, with the right totals.\n- A project or a notice that the account does not have is an error.',
  examples: {
    person: { summary: 'All consents of a person', request: { userData: person }, answer: page, step: 50 },
    latest: {
      summary: 'The latest consent of a person to a notice, or `null`',
      request: { userData: person, consentInformationPid: 2, first: true },
      answer: { data: record },
    },
    project: {
      summary: 'The consents of a person in a project, the first page of fifty',
      request: { projectUid: 'demo-shop', userData: person, page: 1, perPage: 50 },
      answer: { ...page, resultsPerPage: 50 },
    },
  },
  schemas: { ConsentPage, ConsentRecord, FoundConsents, LatestConsent },
  links: { revoke: revoke('/data/0/id') },
  refused: { userData: person, perPage: 51 },
  marks: ['data'],
};

const revokeConsent: Description<'revokeConsent'> = {
  tag: 'consents',
  summary: 'Revoke a consent',
  description:
    'Records that a person revoked a consent. If the consent is already revoked, the answer has the time of the first revocation, and the first proof stays. A reader gets 403 `user.read-only`.',
  examples: {
    revoke: {
      summary: 'Ada revokes on the account page',
      request: { id: consentId, channel: 'web', proof: revokeProof },
      answer: { revoked: true, consentId, consentInformationId: versionId, time },
      yours: 'the id of your consent',
      step: 60,
      takes: { id: 'consentId' },
    },
  },
  schemas: { RevokedConsent },
  links: { find: find('/consentId') },
  refused: { id: consentId, proof: {} },
  marks: ['consentId'],
};

const refreshToken: Description<'refreshToken'> = {
  tag: 'tokens',
  summary: 'Refresh a token',
  description:
    'Exchanges a refresh token for a new token set. A refresh token works once, so store the new one before you use it.',
  examples: {
    refresh: {
      summary: 'A new token set for a refresh token',
      request: { refresh_token: tokens.refresh_token },
      answer: tokens,
      yours: 'your refresh token',
      step: 70,
      keeps: ['access_token', 'refresh_token'],
      takes: { refresh_token: 'refresh_token' },
    },
  },
  schemas: { TokenSet },
  links: { refresh },
  refused: {},
  marks: ['refresh_token'],
};

const details: Description<'details'> = {
  tag: 'tokens',
  summary: 'Check a token',
  description: 'Returns the user of the access token. You may leave out the body.',
  examples: {
    details: {
      summary: 'The user of the token',
      request: {},
      answer: {
        id: 1,
        name: 'Demo User',
        email: 'demo@example.com',
        email_verified_at: '2026-11-21T09:00:00.000000Z',
        created_at: '2026-11-21T09:00:00.000000Z',
        updated_at: '2026-11-21T09:00:00.000000Z',
      },
      step: 20,
    },
  },
  schemas: { UserDetails },
  links: {},
  marks: ['id'],
};

const listProjects: Description<'listProjects'> = {
  tag: 'lists',
  summary: 'List projects',
  description:
    'Lists the projects of the account with their names, sorted by UID, and names the account. For the rest, send `next` as `after`. At the end, `next` is `null`.',
  examples: {
    projects: {
      summary: 'All projects of the account',
      request: {},
      answer: { data: [{ uid: 'demo-shop', id: projectId, name: 'Demo Shop' }], next: null, accountName: 'Demo Shop' },
      step: 20,
    },
    furtherProjects: {
      summary: 'The projects after a UID, at most ten',
      request: { after: 'a-shop', perPage: 10 },
      answer: { data: [{ uid: 'demo-shop', id: projectId, name: 'Demo Shop' }], next: null, accountName: 'Demo Shop' },
    },
  },
  schemas: { ListedProject, ListedProjects },
  links: {},
  refused: { uid: 'demo-shop' },
  marks: ['next'],
};

const listConsents: Description<'listConsents'> = {
  tag: 'lists',
  summary: 'List consents',
  description:
    'Lists consents with their states at the moment of the call, newest first, without proofs. A consent must match all filters that you send.\n\nOne call reads a bounded part of the register, so a page may have fewer consents than `perPage`, even none. For the next page, send `next` as `after`; at the end it is `null`. No consent is on two pages, and consents recorded meanwhile are on no later page. `after` may be any id.',
  examples: {
    listed: {
      summary: 'The active consents of a person to a notice',
      request: { state: 'active', consentInformationPid: 2, userData: { email: 'ada@example.com' } },
      answer: { data: [listed], next: null },
      step: 52,
    },
    listedPeriod: {
      summary: 'Consents since the beginning of a year, two on a page',
      request: { from: '2026-01', consentInformationPid: 2, userData: { first_name: 'Ada' }, perPage: 2 },
      answer: { data: [listed, { ...listed, id: otherConsentId }], next: otherConsentId },
    },
  },
  schemas: { ConsentState, ListedConsent, ListedConsents, UsedLink },
  links: {
    nextPage: nextPage('listConsents', '/next'),
    evidence: readEvidence('/data/0/id'),
    text: readVersion('/data/0/consentInformationVersionId'),
  },
  refused: { state: 'given' },
  marks: ['next'],
};

const checkPeople: Description<'checkPeople'> = {
  tag: 'checks',
  summary: 'Ask who may be written to',
  description:
    "Says of up to 100 people whether each may be written to for a notice, in the order of the request, and nothing else: no id, value or time. `allowed` is true only if the person's latest consent to the notice is in force now. Otherwise `reason` is `none`, `revoked`, `expired` or `superseded`. A withdrawal that was answered before the call always counts; a consent that was recorded a moment ago may be missing.\n\nName each person by a value that few share, such as an email. If more than 100 consents share the value, the answer is `none`. A notice that the account does not have is 404.\n\nCheck right before you send: the answer holds at its moment. Give a mailing tool a user with the role `sender`, who may also make the links of its mails and call nothing else of the register.",
  examples: {
    people: {
      summary: 'May the newsletter be sent to these two people?',
      request: { pid: 2, people: [{ email: 'ada@example.com' }, { email: 'nobody@example.com' }] },
      answer: {
        data: [
          { allowed: true, reason: null },
          { allowed: false, reason: 'none' },
        ],
      },
      step: 54,
    },
  },
  schemas: { CheckReason, CheckedPerson, CheckedPeople },
  links: {},
  refused: { pid: 2, people: [{ email: '' }] },
  marks: ['data'],
};

const oneClick = exampleLink('u');

const makeLinks: Description<'makeLinks'> = {
  tag: 'checks',
  summary: 'Make links for people',
  description: `Makes a link for each of up to 100 people, each named by exactly one of \`email\`, \`mobile_phone\`, \`phone\` and \`tax_code\`. On the page behind it the person sees the consents with that value, and withdraws. With \`pid\` the links are for that notice alone, and the answer also has the one-click address and the two headers of your mail (RFC 8058), which your DKIM signature must cover.\n\nThe answer says nothing of whether a person is known. Whoever has a link may withdraw: send it to that person alone, and store it nowhere. Links work until the end of the day (UTC) \`days\` after today, by default ${limits.linkDays} and at most ${limits.linkDaysMost}.\n\nAn editor makes any link, a sender those with \`pid\`; a reader gets 403 \`user.read-only\`. A stage without the option \`personLinks\` answers 404 \`operation.off\`, and so does one whose operator has ended the links of today.`,
  examples: {
    linksOfNotice: {
      summary: 'The links of a newsletter to two people',
      request: { pid: 2, people: [{ email: 'ada@example.com' }, { email: 'grace@example.com' }] },
      answer: {
        data: [oneClick, oneClick].map((address) => ({
          page: exampleLink('p'),
          oneClick: address,
          headers: { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
        })),
      },
      step: 57,
    },
    linkOfPerson: {
      summary: 'A link to all consents of a person, for thirty days',
      request: { people: [{ mobile_phone: '+44 7700 900123' }], days: 30 },
      answer: { data: [{ page: exampleLink('p'), oneClick: null, headers: null }] },
    },
  },
  schemas: { MadeLink, MadeLinks },
  links: {},
  refused: { pid: 2, people: [{ email: 'ada@example.com', phone: '+44 7700 900123' }] },
  marks: ['data'],
};

const listDueConsents: Description<'listDueConsents'> = {
  tag: 'lists',
  summary: 'List who must be asked again',
  description: `Lists the consents for which people must be asked again, newest first, each with the reason and without proofs: the consent expires within \`days\` or has expired, is superseded, or was given in a language without a text. A consent that was revoked, erased or followed by a later one of the same person to the same notice and project is left out. The later consent is looked for among ${dueBounds.entriesOfPerson.toLocaleString('en')} that share the values of the person: a person who is known only by a name that others share may be listed although they agreed again.\n\nOne call reads a bounded part of the register, so a page may have fewer consents than \`perPage\`, even none. For the next page, send \`next\` as \`after\`; at the end it is \`null\`.`,
  examples: {
    due: {
      summary: 'Consents to a notice that expire within 60 days, one on a page',
      request: { days: 60, reason: 'expires', consentInformationPid: 2, perPage: 1 },
      answer: {
        data: [
          {
            id: consentId,
            projectUid: 'demo-shop',
            consentInformationPid: 2,
            consentInformationVersionId: versionId,
            consentInformationVersion: 1,
            lang: 'eng',
            channel: 'web',
            time: zonedTime,
            userData: { ...userData, last_name: 'Rossi', phone: '+44 7700 900123' },
            reasons: [{ reason: 'expires', since: zonedTime }],
            due: zonedTime,
          },
        ],
        next: consentId,
      },
      step: 53,
    },
  },
  schemas: { DueReason, DueSince, DueConsent, DueConsents },
  links: { nextPage: nextPage('listDueConsents', '/next'), evidence: readEvidence('/data/0/id') },
  refused: { days: 0 },
  marks: ['next'],
};

const getNotices: Description<'getNotices'> = {
  tag: 'notices',
  summary: 'Retrieve notices',
  description:
    'Returns the current version of each notice, by PID. If the account does not have some of the PIDs, the problem lists all of these. `validityDays` is for your own use: the seven operations do not act on it. `/consent-register/list` shows a consent as `expired` after it.',
  examples: {
    notice: {
      summary: 'The current version of a notice',
      request: { pid: 3 },
      answer: {
        data: {
          '3': notice,
        },
      },
      step: 30,
    },
  },
  schemas: { ConsentInformation, Notices },
  links: {},
  refused: { pid: 'privacy' },
  marks: ['data'],
};

const changePassword: Description<'changePassword'> = {
  tag: 'tokens',
  summary: 'Change your password',
  description: `Gives the user of the access token a new password. The session of the token goes on with its tokens; all other sessions of the user end at once. A wrong current password is a failed login, and counts as one. The rules of a new password are those of the commands: at least ${limits.passwordCharactersFewest} characters, hard to guess. A session may call it ${limits.passwordChangesPerHour} times in an hour, whatever the answers; then it gets 429 \`password.throttled\`.`,
  examples: {
    changed: {
      summary: 'A new password',
      request: { currentPassword: 'correct horse battery staple', newPassword: 'marble otter plays the tuba' },
      answer: {},
      step: 79,
    },
  },
  schemas: { ChangedPassword },
  links: {},
  refused: { newPassword: 'too short' },
  marks: [],
};

const logout: Description<'logout'> = {
  tag: 'tokens',
  summary: 'Log out',
  description:
    'Ends the session of the access token at once: all its tokens since the login stop working for every other operation. Other sessions of the user go on. It succeeds as well if the session has already ended or the user is disabled; an expired token is 401. You may leave out the body.',
  examples: {
    logout: { summary: 'The end of a session', request: {}, answer: {}, step: 80 },
  },
  schemas: { EndedSession },
  links: {},
  marks: [],
};

const getNoticeVersion: Description<'getNoticeVersion'> = {
  tag: 'lists',
  summary: 'Read a version of a notice',
  description:
    'Returns everything that a version of a notice says, in all its languages: its texts, and terms such as the controller and the purposes. A version, current or earlier, never changes, except that it gets a time in `currentUntil` when the next one is published.',
  examples: {
    noticeVersion: {
      summary: 'What a version says',
      request: { id: otherVersionId },
      answer: {
        ...notice,
        name: 'profiling',
        publishedAt: '2026-01-27T08:00:00.000Z',
        currentUntil: null,
        publishedBy: 'local:root',
        contentHash: '07304ded8fa6318232f0f7f496567982b3fa6450f02c1008d58b9e41cf3bc622',
        askAgain: false,
        controller: {
          name: 'Demo Shop S.r.l.',
          address: 'Via della Prova 1, 50123 Firenze',
          contact: 'Data protection officer',
          email: 'privacy@shop.example',
        },
        purposes: [{ name: 'Offers that suit what a customer has bought', type: 'PersonalisedAdvertising' }],
      },
      yours: 'the id of a version of your notices',
      step: 56,
      takes: { id: 'consentInformationVersionId' },
    },
  },
  schemas: { NoticeDataKind, NoticeParty, NoticeRecourse, NoticeStorage, NoticeTerm, NoticeVersion },
  links: {},
  refused: { id: 'newsletter' },
  marks: ['contentHash'],
};

const getOverview: Description<'getOverview'> = {
  tag: 'lists',
  summary: 'Get an overview',
  description: `Counts the consents that were given in each of up to ${overviewMonths.most} months, those that ended, by how they ended, and those in force at the end of each month. For each version, it counts the same over all these months, and the consents in force now. The figures are sums from the log of the register, up to \`countedUntil\`, but for \`unconfirmedRequests\`, which counts until now. A consent whose validity ends today does not count as in force. A consent ends once: \`active\` of a month is that of the month before, plus \`given\`, less \`revoked\`, \`expired\`, \`superseded\` and \`erased\`.`,
  examples: {
    overview: {
      summary: 'Two months of a project',
      request: { projectUid: 'demo-shop', months: 2 },
      answer: {
        countedUntil: zonedTime,
        data: [
          { month: '2026-10', given: 412, revoked: 9, expired: 3, superseded: 0, erased: 1, active: 5_208 },
          { month: '2026-11', given: 377, revoked: 12, expired: 9, superseded: 2, erased: 1, active: 5_561 },
        ],
        versions: [
          {
            consentInformationPid: 1,
            consentInformationVersionId: otherVersionId,
            consentInformationVersion: 2,
            ...{ given: 470, revoked: 12, expired: 7, superseded: 2, erased: 1 },
            active: 3_320,
          },
          {
            consentInformationPid: 2,
            consentInformationVersionId: versionId,
            consentInformationVersion: 1,
            ...{ given: 319, revoked: 9, expired: 5, superseded: 0, erased: 1 },
            active: 2_241,
          },
        ],
        unconfirmedRequests: 3,
      },
      step: 58,
    },
  },
  schemas: { Overview, OverviewMonth, OverviewVersion },
  links: {},
  refused: { months: 25 },
  marks: ['countedUntil'],
};

const requestConfirmation: Description<'requestConfirmation'> = {
  tag: 'confirmations',
  summary: 'Ask a mailbox to confirm',
  description: `Mails a link to \`userData[email]\`, and records the consents when the person presses the button behind it: double opt-in that only the mailbox can confirm. The parameters are those of \`add\`, with at most ${limits.confirmationNotices} notices, whose texts in its language have at most ${limits.confirmationTextBytes / 1024} KB together. The versions are those of this moment, and the page shows them. The link works for seven days, and once. A new request replaces an open one for the same address if it covers all its notices.\n\nThe register mails the link itself: no answer, log or command shows it. It says that a mail was handed over, never that it arrived.\n\nA mailbox gets one mail about a notice in ten minutes, ${limits.mailsAboutNotice} on a day (UTC), and ${limits.mailsToMailbox} on a day over all accounts; an account sends ${limits.mailsOfAccount.toLocaleString('en')} on a day. After 503 \`mail.unsettled\` the mail may have been sent. A reader gets 403 \`user.read-only\`.`,
  examples: {
    confirmation: {
      summary: 'Ada is asked to confirm the newsletter',
      request: { ...consent, consentInformationPid: 2, lang: 'ita' },
      answer: { id: consentId, endTime: zonedTime },
      step: 15,
    },
  },
  schemas: { RequestedConfirmation },
  links: {},
  refused: { ...consent, consentInformationPid: 2, userData: { email: 'ada@example.com, grace@example.com' } },
  marks: ['endTime'],
};

const requestErasure: Description<'requestErasure'> = {
  tag: 'erasures',
  summary: 'Ask for an erasure',
  description: `Asks the operator to erase consents, by their ids, and says why and since when. Nothing is erased by it: the operator sees the request with the command \`person erase --requests\`, and carries it out or refuses it. The answer has the day by which the person must have an answer. A request holds ids and nothing of the person. A user may make ${limits.erasureRequestsPerDay} requests on a day (UTC); readers may ask too, since it changes no consent. With an \`Idempotency-Key\` the request is safe to repeat.\n\nWith \`withdraw\` alone it withdraws an open request of the same user.`,
  examples: {
    erasureAsked: {
      summary: 'The erasure of a consent, with its evidence kept',
      request: {
        ids: consentId,
        reason: 'consent-revoked',
        reference: 'DSR-2026/114',
        receivedOn: '2026-11-20',
      },
      answer: erasureRequest,
      step: 54,
      takes: { ids: 'consentId' },
    },
  },
  schemas: { ErasureExtent, ErasureReason, RequestedErasure, ErasureRequestState },
  links: {
    withdraw: {
      to: 'requestErasure',
      description: 'Withdraw the request.',
      request: { withdraw: '$response.body#/id' },
    },
  },
  refused: { ids: consentId, reason: 'consent-revoked', receivedOn: '2026-02-30' },
  marks: ['dueOn'],
};

const listErasureRequests: Description<'listErasureRequests'> = {
  tag: 'erasures',
  summary: 'List requests to erase',
  description:
    'Lists the requests to erase consents of all users of the account, newest first, with what became of each. For the next page, send `next` as `after`; at the end it is `null`.',
  examples: {
    erasuresAsked: {
      summary: 'The latest request',
      request: { perPage: 1 },
      answer: { data: [erasureRequest], damaged: [], next: erasureRequest.id },
      step: 55,
    },
  },
  schemas: { RequestedErasures },
  links: { nextPage: nextPage('listErasureRequests', '/next') },
  refused: { perPage: 0 },
  marks: ['next'],
};

const listNotices: Description<'listNotices'> = {
  tag: 'lists',
  summary: 'List notices with their versions',
  description:
    'Lists the notices of the account, or one of them, with all their versions but without their texts. The oldest version comes first. The last one is the current version. A retired notice, for which nothing new is recorded, has the time of its retirement. With very many versions the answer is 422 `answer-too-large`: ask for one notice.',
  examples: {
    noticesWithVersions: {
      summary: 'All notices of the account',
      request: {},
      answer: { data: [noticeWithVersions] },
      step: 31,
    },
  },
  schemas: { ListedNotice, ListedNotices, ListedVersion },
  links: { text: readVersion('/data/0/versions/0/id') },
  refused: { pid: 'newsletter' },
  marks: ['data'],
};

/** The description of each operation, for documents and tests. No function loads it. */
export const descriptions: { readonly [Name in OperationName]: Description<Name> } = {
  login,
  details,
  refreshToken,
  addConsent,
  searchConsents,
  revokeConsent,
  getNotices,
  getEvidence,
  checkPeople,
  makeLinks,
  listConsents,
  listDueConsents,
  listNotices,
  getNoticeVersion,
  listProjects,
  getOverview,
  requestConfirmation,
  requestErasure,
  listErasureRequests,
  changePassword,
  logout,
};
