import { afterEach, expect, test } from 'vitest';
import { consentStates } from '../../../shared/consents/state.ts';
import { formatTime } from '../../../shared/runtime/time.ts';
import { channels, languages } from '../../../shared/schema/vocabulary.ts';
import { compress } from '../../../shared/store/item.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { admin, adminData } from '../../support/call/admin.ts';
import { startStoreProxy } from '../../support/faults/store-proxy.ts';
import { addConsent } from '../../support/make/builders.ts';
import { runs } from '../../support/make/chance.ts';
import type { Draft, Seeded } from '../../support/make/officer-register.ts';
import { newRegister, onDay, reckonState, seedConsents } from '../../support/make/officer-register.ts';
import { fc } from '../../support/make/properties.ts';
import { editItem } from '../../support/make/stored.ts';
import { table } from '../../support/make/table.ts';

const proxy = await startStoreProxy();
const { tenant, projects, versions } = await newRegister();
const { accountId } = tenant;

const langs = languages.slice(0, 3);
const some = channels.slice(0, 2);
/** Values that are compared as equal, and some that are not. */
const emails = ['ada@example.com', ' ADA@Example.com', 'bo@example.com'];
const clubs = ['C-1', { label: 'Your club', value: 'c-1' }, { label: 'Your club', value: '' }];

const aDay = fc.integer({ min: 0, max: 60 });

const aDraft: fc.Arbitrary<Draft> = fc
  .record({
    projectUid: fc.constantFrom(...projects),
    version: fc.constantFrom(...versions),
    lang: fc.constantFrom(...langs),
    channel: fc.constantFrom(...some),
    day: aDay,
    email: fc.constantFrom(...emails),
    club: fc.option(fc.constantFrom(...clubs), { nil: undefined }),
    revokedAfter: fc.option(aDay, { nil: undefined, freq: 3 }),
    erasedAfter: fc.option(aDay, { nil: undefined, freq: 5 }),
  })
  .map(({ day, email, club, revokedAfter, erasedAfter, ...rest }) => ({
    ...rest,
    given: onDay(day),
    userData: { email, ...(club !== undefined && { club }) },
    revoked: revokedAfter === undefined ? undefined : onDay(day + revokedAfter),
    erased: erasedAfter === undefined ? undefined : onDay(day + erasedAfter),
  }));

const [drafts = []] = fc.sample(fc.array(aDraft, { minLength: 80, maxLength: 80, size: 'max' }), 1);
const seeded = await seedConsents(tenant, drafts);

afterEach(() => {
  proxy.intercept = undefined;
});

const list = (...words: readonly string[]) =>
  adminData('consent', 'list', '--account', accountId, ...words) as Promise<Record<string, unknown>[]>;

const textOf = (member: Seeded['userData'][string] | undefined): string =>
  typeof member === 'string' ? member : (member?.value ?? '');

const says = (consent: Seeded, key: string, value: string): boolean =>
  textOf(consent.userData[key]).trim().toLowerCase() === value.trim().toLowerCase();

/** A filter as words, and as what it means. */
interface Part {
  readonly words: readonly string[];
  readonly fits: (consent: Seeded) => boolean;
}

const partOf = <Value>(values: readonly Value[], part: (value: Value) => Part): fc.Arbitrary<Part | undefined> =>
  fc.option(fc.constantFrom(...values).map(part), { nil: undefined, freq: 3 });

const dayText = (days: number): string => onDay(days).toISOString().slice(0, 10);
const startOf = (days: number): Date => new Date(`${dayText(days)}T00:00:00Z`);

const aFilter = fc.record({
  at: fc.option(aDay, { nil: undefined, freq: 2 }),
  state: fc.option(fc.constantFrom(...consentStates), { nil: undefined, freq: 2 }),
  limit: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined, freq: 4 }),
  parts: fc.tuple(
    partOf(projects, (uid) => ({ words: ['--project', uid], fits: ({ projectUid }) => projectUid === uid })),
    partOf(versions, ({ name, number, id }) => ({
      words: ['--notice', name, '--version', String(number)],
      fits: ({ version }) => version.id === id,
    })),
    partOf(langs, (lang) => ({ words: ['--lang', lang], fits: (consent) => consent.lang === lang })),
    partOf(some, (channel) => ({ words: ['--channel', channel], fits: (consent) => consent.channel === channel })),
    partOf(emails, (email) => ({
      words: ['--person', `email=${email}`],
      fits: (consent) => says(consent, 'email', email),
    })),
    partOf(['c-1', 'C-1 ', 'c-2'], (club) => ({
      words: ['--person', `club=${club}`],
      fits: (consent) => says(consent, 'club', club),
    })),
    partOf([0, 20, 61], (from) => ({
      words: ['--from', dayText(from)],
      fits: ({ given }) => given >= startOf(from),
    })),
    partOf([61, 62, 90], (until) => ({
      words: ['--until', dayText(until)],
      fits: ({ given }) => given < startOf(until + 1),
    })),
  ),
});

const now = new Date();

test('a list by filters is what is left when all consents are filtered by hand', async () => {
  const found = new Set<string>();
  const check = fc.asyncProperty(aFilter, async ({ at, state, limit, parts }) => {
    const given = parts.filter((part) => part !== undefined);
    const words = [
      ...given.flatMap((part) => part.words),
      ...(at === undefined ? [] : ['--at', dayText(at)]),
      ...(state === undefined ? [] : ['--state', state]),
      ...(limit === undefined ? [] : ['--limit', String(limit)]),
    ];
    const moment = at === undefined ? now : new Date(startOf(at + 1).getTime() - 1);
    const expected = seeded
      .flatMap((consent) => {
        const reckoned = reckonState(consent, moment);
        const fits =
          reckoned && (state ?? reckoned.state) === reckoned.state && given.every((part) => part.fits(consent));
        return fits ? [{ id: consent.id, state: reckoned.state, since: reckoned.since.toISOString() }] : [];
      })
      .sort((one, other) => (one.id > other.id ? -1 : 1))
      .slice(0, limit);

    for (const { id } of expected) found.add(id);
    expect((await list(...words)).map(({ id, state: stated, since }) => ({ id, state: stated, since }))).toEqual(
      expected,
    );
  });

  await fc.assert(check, { numRuns: runs(8) });
  expect(found.size).toBeGreaterThan(runs(4));
});

/** How many entries of each index the calls of a command look at, and how many consents they read. */
const watchCalls = () => {
  const seen = { entries: {} as Record<string, number>, consents: 0 };
  proxy.intercept = async (call) => {
    const { IndexName: index } = call.input;
    const answer = await call.forward();
    if (call.name === 'BatchGetItem') seen.consents += JSON.stringify(call.input).split('#CONSENT#').length - 1;
    if (typeof index === 'string')
      seen.entries[index] = (seen.entries[index] ?? 0) + Number(answer.output.ScannedCount);
    return answer;
  };
  return seen;
};

test('periods and states come from the lists of projects: no consent is read', async () => {
  const seen = watchCalls();

  expect(await list('--state', 'revoked', '--from', dayText(10), '--notice', versions[0]?.name ?? '')).not.toEqual([]);
  expect(seen.consents).toBe(0);
});

test('a person is looked up by their shortest list, and only their consents are read', async () => {
  const many = Array.from({ length: 130 }, (_, i): Draft => {
    const [version] = versions;
    if (version === undefined) throw new Error('There is no version.');
    const email = i % 50 === 0 ? 'eve@example.com' : `eve-${i}@example.com`;
    return {
      projectUid: tenant.projectUid,
      version,
      lang: 'eng',
      channel: 'web',
      given: onDay(-1000 + i),
      userData: {
        first_name: 'Eve',
        own: { label: 'Own', value: 'Yes' },
        email,
        tax_code: i % 10 === 1 ? `T-${i}` : 'X',
      },
    };
  });
  const eves = await seedConsents(tenant, many);
  const seen = watchCalls();

  const both = await list('--person', 'first_name=eve', '--person', 'email=EVE@example.com');
  expect(both.map(({ id }) => id)).toEqual([eves[100]?.id, eves[50]?.id, eves[0]?.id]);
  expect(seen).toEqual({ entries: { email: 3 }, consents: 3 });

  Object.assign(seen, { entries: {}, consents: 0 });
  expect(await list('--person', 'tax_code=x', '--person', 'email=eve@example.com')).toEqual(both);
  expect(seen).toEqual({ entries: { tax_code: 100, email: 3 }, consents: 3 });

  expect(await list('--person', 'first_name=eve', '--person', 'own=yes')).toHaveLength(130);
  expect(await list('--person', 'first_name=eve', '--person', 'own=no')).toEqual([]);
  expect(await list('--person', 'first_name=eve', '--limit', '1')).toMatchObject([{ id: eves[129]?.id }]);
});

test('what is shown of a person is compared with the consent, whatever a list says', async () => {
  const [version] = versions;
  if (version === undefined) throw new Error('There is no version.');
  const userData = { email: 'kim@example.com' };
  const draft: Draft = {
    projectUid: tenant.projectUid,
    version,
    lang: 'eng',
    channel: 'web',
    given: onDay(0),
    userData,
  };
  const [kim, other] = await seedConsents(tenant, [draft, draft]);
  const { PK, SK } = keyOf.consent(accountId, other?.id ?? '');
  await editItem(table, { PK, SK }, 'SET userData = :userData', {
    ':userData': compress({ email: 'lee@example.com' }),
  });

  expect((await list('--person', 'email=kim@example.com')).map(({ id }) => id)).toEqual([kim?.id]);
});

test('a row says what was agreed to, where and how, and its state', async () => {
  const [newest] = await list('--limit', '1');
  const consent = seeded.find(({ id }) => id === newest?.id);
  if (consent === undefined) throw new Error('The newest consent was not seeded.');
  const { id, projectUid, version, lang, channel, given } = consent;
  const { state = '', since = given } = reckonState(consent, now) ?? {};

  expect(newest).toEqual({
    id,
    time: given.toISOString(),
    projectUid,
    consentInformationName: version.name,
    consentInformationPid: version.pid,
    consentInformationVersion: version.number,
    consentInformationVersionId: version.id,
    lang,
    channel,
    state,
    since: since.toISOString(),
  });
  const cells = [
    id,
    formatTime(given),
    projectUid,
    version.name,
    version.number,
    lang,
    channel,
    state,
    formatTime(since),
  ];
  const names = ['id', 'given', 'project', 'notice', 'version', 'lang', 'channel', 'state', 'since'];
  const words = ['consent', 'list', '--account', accountId, '--limit', '1'];
  const shown = await admin(...words);
  expect(shown.stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    names,
    [id.slice(0, 16), ...cells.slice(1).map(String)],
    [''],
  ]);
  expect((await admin(...words, '--full')).stdout).toContain(`\n${id}  `);
  expect((await adminData('consent', 'show', id.slice(0, 16))).id).toBe(id);
  expect(shown.stderr).toContain('\nOnly the first 1 are shown. Use --limit for more, or --csv for all.\n');
  expect((await admin(...words, '--csv')).stdout).toBe(`\ufeff${names.join(',')}\n${cells.join(',')}\n`);
});

test('a table ends with the hundredth row and reports it; CSV and JSON have all', async () => {
  const words = ['consent', 'list', '--account', accountId];
  const all = (await list()).length;
  expect(all).toBeGreaterThan(100);

  const shown = await admin(...words);
  expect(shown.stdout.trimEnd().split('\n')).toHaveLength(101);
  expect(shown.stderr).toContain('\nOnly the first 100 are shown. ');
  expect((await admin(...words, '--csv')).stdout.trimEnd().split('\n')).toHaveLength(all + 1);
});

test('a version is named by its id alone, too, and a notice by the id of a version', async () => {
  const [first, second] = versions;
  const byNumber = await list('--notice', String(first?.pid), '--version', '1');

  expect(byNumber).not.toEqual([]);
  expect(await list('--version', first?.id ?? '')).toEqual(byNumber);
  expect(await list('--notice', first?.id ?? '')).toEqual(byNumber);
  expect(await list('--notice', first?.id ?? '', '--version', '1')).toEqual(byNumber);
  expect(
    await admin('consent', 'list', '--account', accountId, '--notice', first?.id ?? '', '--version', second?.id ?? ''),
  ).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('consent-register: Give only one version.') });
});

test('periods before and after everything are empty', async () => {
  expect(await list('--from', '0001-01-01', '--until', '0001-01-02')).toEqual([]);
  expect(await list('--until', '1970-01-01', '--person', 'email=ada@example.com')).toEqual([]);
  expect(await list('--from', '9999-12-31', '--until', '9999-12-31')).toEqual([]);
  expect(await list('--from', '0001-01-01')).toEqual(await list());
});

test('if nobody is found, the message says what to check and repeats nothing that was typed', async () => {
  const { exitCode, stdout, stderr } = await admin(
    'consent',
    'list',
    '--account',
    accountId,
    '--person',
    'mail=zoe@x.example',
  );

  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
  expect(stderr).toMatch(
    /\nAccount ".+" has no matching consent\. Check the spelling, and the key as the site sends it: .*\n$/,
  );
  expect(stderr).not.toContain('zoe');
  expect(await list('--person', 'mail=zoe@x.example')).toEqual([]);
});

test('where other options leave nothing of a person, the spelling is not blamed', async () => {
  const words = ['--account', accountId, '--person', 'email=ada@example.com', '--until', '1970-01-01'];

  expect(await admin('consent', 'list', ...words)).toMatchObject({
    exitCode: 0,
    stdout: '',
    stderr: expect.stringMatching(
      /\nNo consent matches\. `npm run admin -- person show <key=value> .+` shows all consents with these values\.\n$/,
    ),
  });
});

test('a table says the way that a proof names, and CSV and JSON keep the code of the channel', async () => {
  const [version] = versions;
  const values = { email: 'heard@example.com' };
  const { consentId } = await addConsent(tenant, {
    consentInformationPid: version?.pid,
    projectUid: projects[0],
    userData: values,
    channel: 'web',
    proof: { received_by: 'telephone' },
  });
  const noted = `web (by telephone, as noted by user ${tenant.userId})`;

  for (const words of [[], ['--person', 'email=heard@example.com']]) {
    const all = ['consent', 'list', '--account', accountId, '--limit', '1', ...words];
    expect((await admin(...all)).stdout).toContain(noted);
    expect((await admin(...all, '--csv')).stdout).toContain(',web,in force,');
    expect(await list('--limit', '1', ...words)).toMatchObject([{ id: consentId, channel: 'web' }]);
  }
});

test('an email that is none is recorded, and marked in tables, in all that a consent says and in the values of a person', async () => {
  const [version] = versions;
  const recorded = { consentInformationPid: version?.pid, projectUid: projects[0], channel: 'email' };
  const ids: string[] = [];
  for (const email of ['notanemail', 'fine@example.com']) {
    ids.push((await addConsent(tenant, { ...recorded, userData: { email, member: 'M-77' } })).consentId);
  }
  const all = ['consent', 'list', '--account', accountId, '--limit', '2'];

  for (const words of [[], ['--person', 'member=M-77']]) {
    const { stdout } = await admin(...all, ...words);
    expect(stdout.split('\n').filter((line) => line.includes('email-malformed'))).toEqual([
      expect.stringContaining((ids[0] ?? '').slice(0, 16)),
    ]);
    expect((await admin(...all, ...words, '--csv')).stdout).not.toContain('malformed');
  }
  expect((await admin('consent', 'show', ids[0] ?? '')).stdout).toContain(
    'email-malformed: This email address is none',
  );
  expect((await admin('consent', 'show', ids[1] ?? '')).stdout).not.toContain('email-malformed');
  const person = await admin('person', 'show', 'member=M-77', '--account', accountId);
  expect(person.stdout).toContain('notanemail (no email address)');
  expect(person.stdout).toMatch(/fine@example\.com\s/);
});

test('an id may be typed by its first characters, unless several begin so', async () => {
  const [alike = []] = [...Map.groupBy(seeded, ({ id }) => id.slice(0, 12)).values()].filter(
    ({ length }) => length > 1,
  );
  const [{ id } = { id: '' }, other] = alike;

  expect((await adminData('consent', 'show', id.slice(0, 24))).id).toBe(id);
  const { exitCode, stderr } = await admin('consent', 'show', id.slice(0, 12));
  expect(exitCode).toBe(2);
  expect(stderr).toContain('Several consents have ids that begin so: ');
  expect(stderr).toContain(id);
  expect(stderr).toContain(other?.id);
  expect((await admin('consent', 'show', id.slice(0, 11))).stderr).toContain(
    'A consent is named by its id, 32 characters',
  );
  expect((await admin('consent', 'show', 'f'.repeat(20))).stderr).toContain(`There is no consent ${'f'.repeat(20)}.`);
});
