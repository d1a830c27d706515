import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CommandError, exitCodes } from '../../../cli/errors.ts';
import { readNoticeFolder, refuseMarkup } from '../../../cli/notices/folder.ts';
import { limits } from '../../../shared/api/limits.ts';
import { toSuccess } from '../../../shared/http/http-answer.ts';
import { contentHash } from '../../../shared/notices/notice.ts';
import { toConsentInformation } from '../../../shared/notices/notice-answer.ts';
import { Lang } from '../../../shared/schema/vocabulary.ts';
import { compress, itemSize } from '../../../shared/store/item.ts';
import { newRandom } from '../../support/make/chance.ts';
import { newFolder } from '../../support/make/machine.ts';
import { allTerms } from '../../support/make/notices.ts';

type Files = Readonly<Record<string, string | Uint8Array | undefined>>;

const codes = 'ita, eng, spa, deu, fra, tur, por, rus, ukr';

const members =
  'name, validityDays, notification, title, askAgain, retentionDays, controller, purposes, recipients, personalData, processing, dataSources, storageLocations, storagePeriod, processingLocations, jurisdictions, lawfulBasis, consentType, withdrawal, rights, authority';

const definition = { name: 'privacy', title: { eng: 'Privacy notice' } };

/** A folder with a notice in English, and these files. */
const folderOf = async (files: Files = {}): Promise<string> => {
  const folder = newFolder();
  const all: Files = {
    'notice.json': JSON.stringify(definition),
    'eng.html': '<p>We process your data.</p>',
    ...files,
  };
  for (const [file, content] of Object.entries(all)) {
    if (content !== undefined) await writeFile(join(folder, file), content);
  }
  return folder;
};

const read = async (files?: Files) => readNoticeFolder(await folderOf(files));

const json = (overrides: Readonly<Record<string, unknown>>): Files => ({
  'notice.json': JSON.stringify({ ...definition, ...overrides }),
});

/** What is said about a folder, with `privacy` for its path. */
const stopOf = async (folder: string): Promise<{ lines: string[]; exitCode: number }> => {
  const error: unknown = await readNoticeFolder(folder).catch((error: unknown) => error);
  if (!(error instanceof CommandError)) throw new Error('The folder was not refused.', { cause: error });
  return { lines: error.message.replaceAll(folder, 'privacy').split('\n'), exitCode: error.exitCode };
};

const problemsOf = async (files: Files): Promise<string[]> => {
  const { lines, exitCode } = await stopOf(await folderOf(files));
  expect(exitCode).toBe(exitCodes.usage);
  return lines;
};

describe('a notice', () => {
  test('is what its files say, with languages in their order', async () => {
    const notice = await read({
      ...json({ validityDays: 365, notification: true, title: { ukr: 'У', eng: 'E', ita: 'I' } }),
      'eng.html': undefined,
      'eng.md': '# Title\n\nWe process *your* data.\n',
      'ita.html': '<p>Trattiamo i tuoi dati.</p>\n',
      'ukr.html': '<p>Ми обробляємо ваші дані.</p>\n',
    });

    expect(JSON.stringify(notice)).toBe(
      JSON.stringify({
        name: 'privacy',
        content: {
          validityDays: 365,
          notification: true,
          title: { ita: 'I', eng: 'E', ukr: 'У' },
          descriptionHtml: {
            ita: '<p>Trattiamo i tuoi dati.</p>',
            eng: '<h1>Title</h1>\n<p>We process <em>your</em> data.</p>',
            ukr: '<p>Ми обробляємо ваші дані.</p>',
          },
        },
        refused: [],
      }),
    );
  });

  test('has defaults for what need not be said', async () => {
    expect((await read()).content).toMatchObject({ validityDays: 0, notification: false });
  });

  test('can be in all languages', async () => {
    const texts = Object.fromEntries(Lang.options.map((lang) => [`${lang}.md`, lang]));
    const title = Object.fromEntries(Lang.options.map((lang) => [lang, lang]));

    const { content } = await read({ ...json({ title }), 'eng.html': undefined, ...texts });

    expect(Object.keys(content.descriptionHtml)).toEqual(Lang.options);
  });

  test('may have files beside it that say something about the folder', async () => {
    const other = { 'README.md': '<script>', '.DS_Store': 'x', '.gitkeep': '', '.eng.html.swp': 'x' };

    expect(await read(other)).toEqual(await read());
  });

  test.each(['a', '0a', 'a-', `a${'-'.repeat(63)}`])('may have the name %s', async (name) => {
    expect(await read(json({ name }))).toMatchObject({ name });
  });

  test('may have a title of 200 characters, whatever their bytes', async () => {
    await expect(read(json({ title: { eng: '🍪'.repeat(200) } }))).resolves.toBeDefined();
  });
});

describe('what is said beside the texts', () => {
  test('is part of the content, and changes its hash', async () => {
    const { content } = await read(json(allTerms));
    const plain = contentHash((await read()).content);

    expect(content).toEqual({ ...(await read()).content, ...allTerms });
    const hashes = await Promise.all(
      Object.entries(allTerms).map(async ([name, value]) => contentHash((await read(json({ [name]: value }))).content)),
    );
    expect(new Set([plain, ...hashes]).size).toBe(1 + Object.keys(allTerms).length);
  });

  test('is nothing in a folder that says nothing of it: its hash is that of every version before', async () => {
    const { content } = await readNoticeFolder(
      join(import.meta.dirname, '../../../cli/local/demo/demo-shop/privacy-1'),
    );

    expect(contentHash(content)).toBe('25d45c2e66922959df2f08183fac41bb3161cad4c3f6ddfb056cabf6e2589b0c');
  });

  test('changes no hash of a version that says less of it', async () => {
    const { content } = await readNoticeFolder(
      join(import.meta.dirname, '../../../cli/local/demo/demo-shop/privacy-2'),
    );

    expect(contentHash(content)).toBe('3eca3521e74d687d021856c66d076f242d1c2ad7a28a09ea2f29287271ec1d6b');
  });

  test('counts for the size of the notice', async () => {
    const purposes = Array.from({ length: 3_000 }, (_, i) => ({ name: `${i} ${'a'.repeat(190)}` }));

    expect(await problemsOf({ ...json({ purposes }), 'eng.html': 'a'.repeat(600_000) })).toEqual([
      expect.stringMatching(/^privacy: the notice has \d+ bytes as JSON. Shorten it to at most 1048576\.$/),
    ]);
  });
});

describe('the hash is the same', () => {
  const hashOf = async (files: Files): Promise<string> => contentHash((await read(files)).content);
  const html = '<p>a</p>\n\n  <p>b\n</p>';
  const markdown = '# a\n\n- b\n- c\n\nd  \ne';

  test.each([
    ['a byte order mark', (text: string) => `\uFEFF${text}`],
    ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
    ['CR', (text: string) => text.replaceAll('\n', '\r')],
    ['a last line break', (text: string) => `${text}\n`],
    ['more white space at the end', (text: string) => `${text} \t\r\n\r\n`],
  ])('with %s', async (_kind, write) => {
    const plain = JSON.stringify(definition, undefined, 2);

    expect(await hashOf({ 'notice.json': write(plain), 'eng.html': write(html) })).toBe(
      await hashOf({ 'eng.html': html }),
    );
    expect(await hashOf({ 'eng.html': undefined, 'eng.md': write(markdown) })).toBe(
      await hashOf({ 'eng.html': undefined, 'eng.md': markdown }),
    );
  });

  test('for a folder that says that it does not ask again, and one that says nothing of it', async () => {
    expect(await hashOf(json({ askAgain: false }))).toBe(await hashOf({}));
  });

  test('for Markdown and for the HTML that is made of it', async () => {
    expect(await hashOf({ 'eng.html': undefined, 'eng.md': 'We process **your** data.' })).toBe(
      await hashOf({ 'eng.html': '<p>We process <strong>your</strong> data.</p>' }),
    );
  });

  test('for nothing else', async () => {
    const texts = [html, ` ${html}`, `\n${html}`, html.replace('\n\n', '\n'), html.replace('  ', ' '), `\t${html}`];
    const others = [html.replace('a', 'e\u0301'), html.replace('a', '\u00e9'), html.replace('a', '\uFEFFa')];

    const hashes = await Promise.all([...texts, ...others].map((text) => hashOf({ 'eng.html': text })));

    expect(new Set(hashes).size).toBe(texts.length + others.length);
  });
});

describe('a folder that is none', () => {
  test('is not there', async () => {
    const folder = await folderOf();

    expect(await stopOf(join(folder, 'no'))).toEqual({
      lines: ['privacy: this folder does not exist. Check the path.'],
      exitCode: exitCodes.notFound,
    });
  });

  test.each(['notice.json', 'notice.json/more'])('is a file: %s', async (file) => {
    expect(await stopOf(join(await folderOf(), file))).toEqual({
      lines: ['privacy: is a file. Give the folder that contains notice.json.'],
      exitCode: exitCodes.usage,
    });
  });

  test('has no notice.json', async () => {
    expect(await problemsOf({ 'notice.json': undefined, 'x.txt': '' })).toEqual([
      'privacy: has no notice.json, so it is not a notice folder. Add the file (docs/notices.md shows one), or give another folder.',
    ]);
  });

  test('is named as the person would find it', async () => {
    const folder = await folderOf({ 'eng.html': '' });
    const path = `${relative('.', folder)}/`;

    await expect(readNoticeFolder(path)).rejects.toThrow(`${path}eng.html: has no visible text`);
  });
});

describe('notice.json', () => {
  const name =
    'name must be 1 to 64 characters of a to z, 0 to 9 and -; it must not begin with - and must not be digits only, such as "privacy".';
  const validityDays = 'validityDays must be a whole number, 0 or more.';
  const notification = 'notification must be true or false.';
  const title = 'title must name at least one language, as in { "eng": "Privacy notice" }.';
  const hint = 'Look there and above for a missing or superfluous comma, quote or bracket.';
  const control = 'title of eng has a line break or another control character. Write it on one line.';

  test.each([
    ['{\n  "name": "privacy",\n  "title": { "eng": "E", }\n}', `is not JSON in line 3. ${hint}`],
    ['{ "name": "privacy" "title": {} }', `is not JSON in line 1. ${hint}`],
    ['{ "name": "privacy",', `is not JSON in line 1. ${hint}`],
    ['{ "name": "privacy", "title": { "eng": "E", "eng" : "F" } }', 'has "eng" twice. Keep one.'],
    [
      '{ "name": "privacy", "title": { "eng": "\\ud83d" } }',
      'has half of a character, such as "\\ud83d" alone. Write it whole.',
    ],
    ['{ "name": ', `is not JSON. ${hint}`],
    ['', `is not JSON. ${hint}`],
    ['name: privacy', `is not JSON. ${hint}`],
    ['[]', 'must be a JSON object with name and title.'],
    ['null', 'must be a JSON object with name and title.'],
    ['"privacy"', 'must be a JSON object with name and title.'],
    [Uint8Array.of(0x22, 0xff, 0x22), 'is not text in UTF-8. Save it in that encoding.'],
  ])('%j is refused', async (content, problem) => {
    expect(await problemsOf({ 'notice.json': content })).toEqual([`privacy/notice.json: ${problem}`]);
  });

  test('that is a folder cannot be read', async () => {
    const folder = await folderOf({ 'notice.json': undefined });
    await mkdir(join(folder, 'notice.json'));

    expect((await stopOf(folder)).lines).toEqual(['privacy/notice.json: cannot be read: it is a folder.']);
  });

  test.each([
    [{ name: undefined }, name],
    [{ name: '' }, name],
    [{ name: 'Privacy' }, name],
    [{ name: 'a\n' }, name],
    [{ name: 'a/b' }, name],
    [{ name: 'a'.repeat(65) }, name],
    [{ validityDays: -1 }, validityDays],
    [{ validityDays: 1.5 }, validityDays],
    [{ validityDays: 1e21 }, validityDays],
    [{ notification: 'true' }, notification],
    [{ title: undefined }, title],
    [{ title: 'Privacy notice' }, title],
    [{ title: { eng: 1 } }, 'title of eng must be a text.'],
    [{ title: { eng: '' } }, 'title of eng is empty. Write one.'],
    [{ title: { eng: ' \n\u00a0' } }, 'title of eng is empty. Write one.'],
    [{ title: { eng: '\u200b' } }, 'title of eng is empty. Write one.'],
    [{ title: { eng: 'a\nb' } }, control],
    [{ title: { eng: 'a\u0085b' } }, control],
    [{ title: { eng: 'a\u2028b' } }, control],
    [{ title: { eng: 'a'.repeat(201) } }, 'title of eng has 201 characters. Shorten it to at most 200.'],
    [
      { title: { eng: 'E', en: 'E' } },
      `title has "en", which is not a language of notices. The languages are ${codes}. Write eng for English.`,
    ],
    [{ validityDay: 1 }, `has the unknown member "validityDay". The members are ${members}.`],
    [{ constructor: 1 }, `has the unknown member "constructor". The members are ${members}.`],
  ])('with %j is refused', async (overrides, problem) => {
    expect(await problemsOf(json(overrides))).toEqual([`privacy/notice.json: ${problem}`]);
  });

  test('with __proto__ is refused', async () => {
    const file = '{ "name": "a", "title": { "eng": "E", "__proto__": "E" }, "__proto__": {} }';

    expect(await problemsOf({ 'notice.json': file })).toEqual([
      `privacy/notice.json: has the unknown member "__proto__". The members are ${members}.`,
      `privacy/notice.json: title has "__proto__", which is not a language of notices. The languages are ${codes}.`,
    ]);
  });
});

describe('files', () => {
  test.each(['en.md', 'ENG.md', 'english.html', 'constructor.html', 'eng.draft.html'])('%s', async (file) => {
    const meant = /^(en|ENG|english)\./.test(file) ? ' Write eng for English.' : '';

    expect(await problemsOf({ [file]: 'Text' })).toEqual([
      `privacy/${file}: is not named after a language of notices. The languages are ${codes}.${meant}`,
    ]);
  });

  test.each(['ita.txt', 'ita.htm', 'ita.HTML', 'ita', 'readme.txt', 'logo.png', 'notice.json~'])('%s', async (file) => {
    expect(await problemsOf({ [file]: 'Text' })).toEqual([
      `privacy/${file}: is not a file of a notice. A notice folder has notice.json and one .html or .md file for each language.`,
    ]);
  });

  test('a folder within the folder', async () => {
    const folder = await folderOf();
    await mkdir(join(folder, 'images'));

    expect((await stopOf(folder)).lines).toEqual([
      'privacy/images: is not a file of a notice. A notice folder has notice.json and one .html or .md file for each language.',
    ]);
  });
});

describe('a text', () => {
  const textProblems = (text: string | Uint8Array) => problemsOf({ 'eng.html': text });

  test.each(['', ' \n', '<p> </p>', '<p>&nbsp;<br>&#8203;</p>', '<hr><p></p>'])('%j shows nothing', async (text) => {
    expect(await textProblems(text)).toEqual([
      'privacy/eng.html: has no visible text. Write some, or delete the file and its title.',
    ]);
  });

  test.each(['.', '<p>a</p>', '&lt;'])('%j shows something', async (text) => {
    expect((await read({ 'eng.html': text })).content.descriptionHtml).toEqual({ eng: text });
  });

  test('Markdown that shows nothing', async () => {
    expect(await problemsOf({ 'eng.html': undefined, 'eng.md': '&nbsp;\n\n---\n' })).toEqual([
      'privacy/eng.md: has no visible text. Write some, or delete the file and its title.',
    ]);
  });

  test.each([
    Uint8Array.of(0x61, 0xe0, 0x61),
    Uint8Array.of(0xff, 0xfe, 0x61, 0x00),
    Uint8Array.of(0x61, 0x00, 0x62, 0x00),
    Uint8Array.of(0xed, 0xa0, 0x80),
    Uint8Array.of(0xc0, 0xaf),
  ])('in another encoding than UTF-8: %j', async (bytes) => {
    expect(await textProblems(bytes)).toEqual(['privacy/eng.html: is not text in UTF-8. Save it in that encoding.']);
  });

  test('with markup that is not allowed can be read, and is not to be published', async () => {
    const folder = await folderOf({ 'eng.html': '<p>a</p>\n<p hidden>b</p>\n<b>c' });

    const notice = await readNoticeFolder(folder);

    const hidden =
      'the attribute hidden is not allowed; what it says must stand in the text. <p> may have dir, id, lang, style.';
    const lines = [
      `${folder}/eng.html:2: <p hidden>: ${hidden}`,
      `${folder}/eng.html:3: <b>: <b> is not closed; write </b>.`,
    ];
    expect(notice.content.descriptionHtml).toEqual({ eng: '<p>a</p>\n<p hidden>b</p>\n<b>c' });
    expect(notice.refused).toEqual(lines);
    expect(() => refuseMarkup(notice)).toThrow(lines.join('\n'));
    expect(() => refuseMarkup({ refused: [] })).not.toThrow();
  });
});

describe('the size', () => {
  test('of a file', async () => {
    expect(await problemsOf({ 'eng.html': 'a'.repeat(limits.noticeBytes + 1) })).toEqual([
      'privacy/eng.html: has 1048577 bytes. A whole notice may have 1048576: shorten it.',
    ]);
  });

  test('of all files', async () => {
    const text = 'a'.repeat(600_000);

    expect(
      await problemsOf({ ...json({ title: { ita: 'I', eng: 'E' } }), 'ita.html': text, 'eng.html': text }),
    ).toEqual(['privacy: the notice has 1200107 bytes as JSON. Shorten it to at most 1048576.']);
  });

  test('counts as JSON, and a notice that just fits leaves room in an answer', async () => {
    const rest = Buffer.byteLength(JSON.stringify((await read({ 'eng.html': '"' })).content)) - 2;
    const quotes = '"'.repeat((limits.noticeBytes - rest) / 2);
    const { content } = await read({ 'eng.html': quotes });
    const head = { pid: 1e15, versionId: 'f'.repeat(32), version: 1e15 };
    const answer = toSuccess(JSON.stringify({ data: { 1e15: toConsentInformation(head, content) } }));

    expect(Buffer.byteLength(JSON.stringify(content))).toBe(limits.noticeBytes - (rest % 2));
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(limits.resultBytes);
    expect(await problemsOf({ 'eng.html': `${quotes}"` })).toEqual([
      `privacy: the notice has ${limits.noticeBytes - (rest % 2) + 2} bytes as JSON. Shorten it to at most 1048576.`,
    ]);
  });

  test('as it is stored', async () => {
    const random = newRandom(1);
    const noise = Array.from({ length: 660_000 }, () =>
      random.pick([...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-']),
    ).join('');
    const { content } = await read({ 'eng.html': noise.slice(0, 500_000) });
    const size = itemSize({ content: compress({ ...content, descriptionHtml: { eng: noise } }) });

    expect(size).toBeGreaterThan(limits.itemBytes - 1024);
    expect(await problemsOf({ 'eng.html': noise })).toEqual([
      `privacy: the notice has ${size} bytes compressed. Shorten it to at most 408576.`,
    ]);
  });
});

test('all that is wrong is said at once', async () => {
  expect(
    await problemsOf({
      'notice.json':
        '{ "title": { "eng": "", "ita": "I", "fra": "F", "xx": "X" }, "validityDays": -1, "colour": "red" }',
      'eng.html': '<p></p>',
      'eng.md': '<script>',
      'ita.html': Uint8Array.of(0xff),
      'deu.md': '<html><p onclick="a()">',
      'en.md': '',
      'a.png': '',
    }),
  ).toEqual([
    `privacy/notice.json: has the unknown member "colour". The members are ${members}.`,
    'privacy/notice.json: name must be 1 to 64 characters of a to z, 0 to 9 and -; it must not begin with - and must not be digits only, such as "privacy".',
    'privacy/notice.json: validityDays must be a whole number, 0 or more.',
    'privacy/notice.json: title of eng is empty. Write one.',
    `privacy/notice.json: title has "xx", which is not a language of notices. The languages are ${codes}.`,
    'privacy/notice.json: title has fra, but there is no fra.html or fra.md. Add it.',
    'privacy/a.png: is not a file of a notice. A notice folder has notice.json and one .html or .md file for each language.',
    'privacy/deu.md: has no title. Add deu to title in notice.json.',
    'privacy/deu.md: has no visible text. Write some, or delete the file and its title.',
    'privacy/deu.md:1: <html>: is a whole document; keep only what is inside <body>.',
    'privacy/deu.md:1: <p onclick="a()">: <p> is not closed; write </p>.',
    expect.stringMatching(/^privacy\/deu\.md:1: <p onclick="a\(\)">: the attribute onclick is not allowed;/),
    `privacy/en.md: is not named after a language of notices. The languages are ${codes}. Write eng for English.`,
    'privacy/eng.html: has no visible text. Write some, or delete the file and its title.',
    'privacy/eng.md: exists as eng.html too. Keep one of the two.',
    'privacy/eng.md: has no visible text. Write some, or delete the file and its title.',
    'privacy/eng.md:1: <script>: <script> is not closed; write </script>.',
    expect.stringMatching(/^privacy\/eng\.md:1: <script>: the element script is not allowed;/),
    expect.stringMatching(/^privacy\/eng\.md:1: <script>: is not correct HTML/),
    'privacy/ita.html: is not text in UTF-8. Save it in that encoding.',
  ]);
});
