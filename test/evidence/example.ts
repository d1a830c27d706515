import { toFacts } from '../../shared/evidence/facts.ts';
import type { Holdings } from '../../shared/evidence/holdings.ts';
import { contentHash } from '../../shared/notices/notice.ts';
import { toCanonicalJson } from '../../shared/runtime/canonical.ts';
import { toIdentifier } from '../../shared/runtime/identifier.ts';
import { logFacts } from '../support/make/made-log.ts';
import { documentKeyOf, holdingsOf, sealDocument, versionOf } from '../support/make/statement.ts';

const key = documentKeyOf('consent-register evidence example');

const idOf = (time: string, filling: number): string => toIdentifier(new Date(time), Buffer.alloc(16, filling));

const content = {
  validityDays: 730,
  notification: false,
  askAgain: false,
  retentionDays: 1095,
  title: { deu: 'Newsletter', eng: 'Newsletter' },
  descriptionHtml: {
    deu: '<p>Wir schicken Ihnen einmal im Monat Neues aus unserem Café. Abmelden können Sie sich jederzeit.</p>',
    eng: '<p>We send you news of our café once a month. You can unsubscribe at any time.</p>',
  },
  controller: { name: 'Café Example', email: 'privacy@cafe.example' },
  purposes: [{ name: 'Newsletter', type: 'DirectMarketing' }],
};

const about = {
  textBytes: 512,
  languages: ['deu', 'eng'],
  publishedBy: 'arn:aws:iam::123456789012:user/ada',
  name: 'newsletter',
  validityDays: 730,
  retentionDays: 1095,
};
const published = { first: '2026-02-01T08:00:00.000Z', second: '2026-09-01T08:00:00.000Z' };

const second = versionOf(2, published.second, 'b'.repeat(64), {
  ...about,
  id: idOf(published.second, 2),
  askAgain: true,
});
const first = versionOf(1, published.first, contentHash(content), {
  ...about,
  id: idOf(published.first, 1),
  currentUntil: published.second,
  askedAgainBy: second,
});

const given = '2026-03-10T10:20:30.400Z';
const seen = {
  sessionId: idOf('2026-03-10T10:00:00.000Z', 3),
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0',
};

const plain = holdingsOf({
  id: idOf(given, 5),
  times: { given: new Date(given), revoked: new Date('2026-10-05T16:00:00.000Z') },
});

const holdings: Holdings = {
  ...plain,
  account: { ...plain.account, id: idOf('2026-01-01T00:00:00.000Z', 4), name: 'Café Example' },
  consent: {
    ...plain.consent,
    projectUid: 'website',
    projectId: idOf('2026-01-02T00:00:00.000Z', 6),
    versionId: first.id,
    contentHash: first.contentHash,
    lang: 'deu',
    proof: { html: '<form><label>E-Mail <input name="email"></label></form>', url: 'https://cafe.example/newsletter' },
    userData: { email: 'grace@example.com', first_name: { label: 'Vorname', value: 'Grace' } },
    observed: { userId: 7, sourceIp: '203.0.113.7', requestId: 'c2Ft-cGxl', ...seen },
    revokeProof: { mail: 'Bitte keine weiteren E-Mails.' },
    revokeObserved: { userId: 7, sourceIp: '203.0.113.7', requestId: 'cmV2-b2tl', ...seen },
  },
  project: { uid: 'website', id: idOf('2026-01-02T00:00:00.000Z', 6), name: 'Website', createdAt: '' },
  version: first,
  history: [first, second],
  content,
  users: new Map([[7, { id: 7, name: 'Web shop' } as never]]),
};

const asked = { start: new Date('2026-10-01'), end: new Date('2026-11-01') };

/** In the form in which the project has its JSON. */
const writeKeys = (keys: object): string =>
  `${JSON.stringify(keys, undefined, 2).replace(/\[\s+("[^"]+")\s+\]/, '[$1]')}\n`;

/** What docs/evidence.md shows: files in docs/ by their names. */
export const makeExample = async (): Promise<Readonly<Record<string, string>>> => {
  const facts = toFacts(holdings, new Date('2026-11-22T09:00:00.000Z'), asked);
  const { document: log } = logFacts(facts, {
    name: 'consent-register/example',
    text: 'the log of the example',
  });
  const document = toCanonicalJson({ ...JSON.parse(sealDocument(facts, key)), log });
  const publicKey = { ...key.jwk, kid: key.kid, alg: 'ES256', use: 'sig', usedFrom: '2026-01-01T00:00:00.000Z' };
  return {
    'evidence-example.json': document,
    'evidence-example-keys.json': writeKeys({ keys: [publicKey], logKeys: [log.key] }),
  };
};
