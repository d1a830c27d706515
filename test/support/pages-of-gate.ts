const console =
  'test/e2e/console-journey.test.ts > the console of npm start, in Chromium > each page asks for what it shows, and for nothing twice';
const evidence = 'test/e2e/evidence-page.test.ts > in Chromium, from a file';

/** Every page that a person reads, with the test of the gate that draws it, as `file > group > test`. */
export const pagesOfGate: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['find', 'overview', 'consents', 'person', 'consent', 'notices', 'notice', 'version', 'revocation'].map((view) => [
      `console ${view}`,
      console,
    ]),
  ),
  'verify.html': `${evidence} > a document is consistent without a key, valid with the right one, and never green before`,
  'evidence show --html': `${evidence} > an evidence page verifies itself, is never green by itself, and says why`,
  'consent show --html':
    'test/pages/consent/consent-page.test.ts > says the state first, then who, text, proof, what happened and how to check it',
  'person export':
    'test/cli/commands/person-export.test.ts > the page is in the language of most of the newest consents, or in the one that is asked for',
  'report --html': 'test/cli/commands/report.test.ts > the page has charts and the rows, and is not written over',
  'notice show --html': 'test/pages/notice-page.test.ts > says what it shows',
  '/docs': 'test/cli/local/reference-routes.test.ts > serves the page, which may load its own files alone',
};
