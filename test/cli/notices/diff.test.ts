import { describe, expect, test } from 'vitest';
import { describeContent, diffContents } from '../../../cli/notices/diff.ts';
import type { NoticeContent } from '../../../shared/notices/content.ts';
import { contentHash } from '../../../shared/notices/notice.ts';
import { Lang } from '../../../shared/schema/vocabulary.ts';
import { noticeContent } from '../../support/make/builders.ts';
import { runs } from '../../support/make/chance.ts';
import { allTerms } from '../../support/make/notices.ts';
import { fc } from '../../support/make/properties.ts';

const labels = { before: 'privacy version 3', after: 'notices/privacy' };

const withText = (eng: string): NoticeContent => noticeContent({ title: { eng: 'E' }, descriptionHtml: { eng } });

/** Lines of a diff that are not the same in both. */
const changesOf = (before: NoticeContent, after: NoticeContent): string[] =>
  diffContents(before, after, labels)
    .split('\n')
    .slice(2)
    .filter((line) => /^[-+]/.test(line));

describe('a description', () => {
  test('has what a notice says, in the order of the languages', () => {
    const content = noticeContent({
      validityDays: 365,
      title: { eng: 'Privacy notice', ita: 'Informativa' },
      descriptionHtml: { eng: '<p>a</p>\n\n<p>b</p>', ita: '<h1>c</h1><p>d<br>e</p><ul><li>f</li></ul>' },
    });

    expect(describeContent(content)).toBe(
      [
        'validityDays: 365',
        'notification: false',
        'title ita: Informativa',
        'text ita:',
        '  <h1>c</h1>',
        '… <p>d<br>',
        '… e</p>',
        '… <ul><li>f</li>',
        '… </ul>',
        'title eng: Privacy notice',
        'text eng:',
        '  <p>a</p>',
        '',
        '  <p>b</p>',
        '',
      ].join('\n'),
    );
  });

  test('has what it says beside the texts, and nothing of what it leaves out', () => {
    const content = noticeContent({
      askAgain: true,
      retentionDays: 730,
      controller: { name: 'Demo Shop\u200b', url: 'https://shop.example', email: 'privacy@shop.example\n' },
      purposes: [{ name: 'A newsletter', type: 'Marketing' }, { name: 'Statistics' }],
      recipients: [],
    });

    expect(describeContent(content).split('\n').slice(1, 11)).toEqual([
      'notification: false',
      'askAgain: true',
      'retentionDays: 730',
      'controller: Demo Shop\\u{200b}',
      'controller email: privacy@shop.example\\u{a}',
      'controller url: https://shop.example',
      'purpose 1: A newsletter',
      'purpose 1 type: Marketing',
      'purpose 2: Statistics',
      'recipients: none',
    ]);
  });

  test('has every term, each in words of its own', () => {
    const lines = describeContent(noticeContent({ ...allTerms })).split('\n');

    expect(
      lines.slice(
        lines.indexOf('recipient 1 email: privacy@sender.example') + 1,
        lines.indexOf('title ita: Informativa'),
      ),
    ).toEqual([
      'personal data 1: Email address',
      'personal data 1 optional: false',
      'personal data 1 type: EmailAddress',
      'personal data 2: Allergies',
      'personal data 2 optional: true',
      'personal data 2 sensitive: true',
      'personal data 2 special: true',
      'personal data 2 type: MedicalHealth',
      'processing 1: Sending letters',
      'processing 1 type: Use',
      'data source 1: What the customer enters',
      'data source 1 type: DataSubjectDataSource',
      'storage location 1: Data centre in Milan',
      'storage location 1 type: IT',
      'storage period: Two years after the last letter',
      'storage period duration: P2Y',
      'processing location 1: The European Union',
      'processing location 1 type: EU',
      'jurisdiction 1: Italy',
      'jurisdiction 1 type: IT',
      'lawful basis: Consent',
      'lawful basis type: A6-1-a',
      'consent type: ExplicitlyExpressedConsent',
      'withdrawal: The link in every letter',
      'withdrawal url: https://shop.example/account',
      'right 1: Access',
      'right 1 type: A15',
      'right 2: Erasure',
      'authority: Garante per la protezione dei dati personali',
      'authority address: Piazza Venezia 11, 00187 Roma',
      'authority phone: +39 06 696771',
    ]);
  });

  test('breaks after the ends of blocks, however they are written, and after no others', () => {
    const html = '<P>a</P ><BR/><br class="x"><hr>b<b>c</b><i>d</i></p-x></pre\n>e<table><tr><td>f</td></tr></table>';

    expect(describeContent(withText(html)).split('\n').slice(4, -1)).toEqual([
      '  <P>a</P >',
      '… <BR/>',
      '… <br class="x">',
      '… <hr>',
      '… b<b>c</b><i>d</i></p-x></pre',
      '  >e<table><tr><td>f</td>',
      '… </tr>',
      '… </table>',
    ]);
  });

  test('shows what nobody sees, and nothing that a terminal would act upon', () => {
    const text = 'a\u00a0b\u200bc\u001b[2Jd\re\u202ef\\g\th \t\n \ni\u2028j';

    expect(describeContent(withText(text)).split('\n').slice(4, -1)).toEqual([
      '  a\\u{a0}b\\u{200b}c\\u{1b}[2Jd\\u{d}e\\u{202e}f\\\\g\th\\u{20}\\u{9}',
      '  \\u{20}',
      '  i\\u{2028}j',
    ]);
    expect(describeContent(noticeContent({ title: { eng: 'a\nb ' } }))).toContain('title eng: a\\u{a}b\\u{20}\n');
  });
});

describe('a diff', () => {
  test('shows what changed, with some lines around it', () => {
    const before = noticeContent();
    const after = noticeContent({
      descriptionHtml: {
        eng: '<p>We process your data.</p><p>You can object.</p>',
        ita: '<p>Trattiamo i tuoi dati.</p>',
      },
    });

    expect(diffContents(before, after, labels)).toBe(
      [
        '--- privacy version 3',
        '+++ notices/privacy',
        '@@ -6,3 +6,4 @@',
        ' title eng: Privacy notice',
        ' text eng:',
        '   <p>We process your data.</p>',
        '+… <p>You can object.</p>',
        '',
      ].join('\n'),
    );
  });

  test('of a first version has all of it', () => {
    expect(diffContents(undefined, withText('<p>a</p>'), { before: '/dev/null', after: 'notices/my "privacy"' })).toBe(
      [
        '--- /dev/null',
        '+++ notices/my "privacy"',
        '@@ -0,0 +1,5 @@',
        '+validityDays: 0',
        '+notification: false',
        '+title eng: E',
        '+text eng:',
        '+  <p>a</p>',
        '',
      ].join('\n'),
    );
  });

  test('of the same is empty', () => {
    const { title, descriptionHtml, ...rest } = noticeContent();
    const reversed = Object.fromEntries(Object.entries(title).reverse());

    expect(diffContents(noticeContent(), { descriptionHtml, ...rest, title: reversed }, labels)).toBe('');
  });

  test.each([
    ['a line break between blocks', '<p>a</p><p>b</p>', '<p>a</p>\n<p>b</p>', ['-… <p>b</p>', '+  <p>b</p>']],
    ['a blank line', '<p>a</p>\n<p>b</p>', '<p>a</p>\n\n<p>b</p>', ['+']],
    ['a space between blocks', '<p>a</p><p>b</p>', '<p>a</p> <p>b</p>', ['-… <p>b</p>', '+…  <p>b</p>']],
    ['a space at the end of a line', 'a\nb', 'a \nb', ['-  a', '+  a\\u{20}']],
    ['a space at the end', 'a', 'a ', ['-  a', '+  a\\u{20}']],
    ['a line break at the end', 'a', 'a\n', ['+']],
    ['an indentation', 'a', '  a', ['-  a', '+    a']],
    ['a space that does not break', 'a b', 'a\u00a0b', ['-  a b', '+  a\\u{a0}b']],
    ['CRLF', 'a\nb', 'a\r\nb', ['-  a', '+  a\\u{d}']],
    ['a mark that looks like ours', '<p>a</p><p>b</p>', '<p>a</p>\n… <p>b</p>', ['-… <p>b</p>', '+  … <p>b</p>']],
    ['an escape that looks like ours', 'a\u200b', 'a\\u{200b}', ['-  a\\u{200b}', '+  a\\\\u{200b}']],
  ])('shows %s', (_kind, before, after, changes) => {
    expect(changesOf(withText(before), withText(after))).toEqual(changes);
  });

  test.each([
    [noticeContent({ validityDays: 1 }), ['-validityDays: 0', '+validityDays: 1']],
    [noticeContent({ notification: true }), ['-notification: false', '+notification: true']],
    [noticeContent({ askAgain: true }), ['+askAgain: true']],
    [noticeContent({ retentionDays: 30 }), ['+retentionDays: 30']],
    [noticeContent({ controller: { name: 'A', phone: '1' } }), ['+controller: A', '+controller phone: 1']],
    [noticeContent({ title: { eng: 'Privacy notice', ita: 'X' } }), ['-title ita: Informativa', '+title ita: X']],
    [noticeContent({ title: { eng: 'Privacy notice' } }), ['-title ita: Informativa']],
    [noticeContent({ title: { ...noticeContent().title, ukr: '' } }), ['+title ukr: ']],
    [noticeContent({ descriptionHtml: { ...noticeContent().descriptionHtml, ukr: '' } }), ['+text ukr:', '+']],
  ])('shows a change besides the texts: %j', (after, changes) => {
    expect(changesOf(noticeContent(), after)).toEqual(changes);
  });

  test('of contents with different hashes is never empty, and of those with the same always', () => {
    const fragment = fc.constantFrom(
      'a',
      '\\',
      '\\u{20}',
      '\n',
      '\n\n',
      ' ',
      '  ',
      '\t',
      '\r',
      '\u00a0',
      '\u200b',
      '… ',
      '<p>',
      '</p>',
      '<br>',
      '</li>',
      'text eng:',
      'title eng: a',
      'notification: true',
    );
    const text = fc.array(fragment, { maxLength: 8 }).map((fragments) => fragments.join(''));
    const texts = fc.dictionary(fc.constantFrom(...Lang.options.slice(0, 2)), text);
    const party = fc.record({ name: text, email: text, contact: text }, { requiredKeys: ['name'] });
    const named = fc.record({ name: text, type: text }, { requiredKeys: ['name'] });
    const someNamed = fc.array(named, { maxLength: 2 });
    const recourse = fc.record({ name: text, type: text, url: text }, { requiredKeys: ['name'] });
    const content: fc.Arbitrary<NoticeContent> = fc.record(
      {
        validityDays: fc.nat(1),
        notification: fc.boolean(),
        title: texts,
        descriptionHtml: texts,
        askAgain: fc.boolean(),
        retentionDays: fc.nat(1),
        controller: party,
        purposes: someNamed,
        recipients: fc.array(party, { maxLength: 2 }),
        personalData: fc.array(
          fc.record(
            { name: text, type: text, optional: fc.boolean(), special: fc.boolean() },
            { requiredKeys: ['name'] },
          ),
          { maxLength: 2 },
        ),
        processing: someNamed,
        dataSources: someNamed,
        storageLocations: someNamed,
        storagePeriod: fc.record({ name: text, duration: text }, { requiredKeys: ['name'] }),
        processingLocations: someNamed,
        jurisdictions: someNamed,
        lawfulBasis: named,
        consentType: text,
        withdrawal: recourse,
        rights: fc.array(recourse, { maxLength: 2 }),
        authority: party,
      },
      { requiredKeys: ['validityDays', 'notification', 'title', 'descriptionHtml'] },
    );
    const terms = content.map((drawn) => ({ ...drawn, title: {}, descriptionHtml: {} }));

    for (const drawn of [content, terms]) {
      fc.assert(
        fc.property(drawn, drawn, (one, other) => {
          expect(diffContents(one, other, labels) === '').toBe(contentHash(one) === contentHash(other));
          expect(diffContents(one, structuredClone(one), labels)).toBe('');
        }),
        { numRuns: runs(200) },
      );
    }
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(diffContents(withText(one), withText(other), labels) === '').toBe(one === other);
      }),
      { numRuns: runs(500) },
    );
  });

  test('of texts that have little in common takes no minutes', () => {
    const linesOf = (word: string) => Array.from({ length: 10_000 }, (_, i) => `<p>${word} ${i}</p>`).join('\n');

    const diff = diffContents(withText(linesOf('before')), withText(linesOf('after')), labels);

    expect(diff.split('\n').slice(0, 5)).toEqual([
      '--- privacy version 3',
      '+++ notices/privacy',
      '@@ -1,10004 +1,10004 @@',
      '-validityDays: 0',
      '-notification: false',
    ]);
    expect(diff.split('\n')).toHaveLength(3 + 2 * 10_004 + 1);
  });
});
