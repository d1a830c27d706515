import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { OperationName } from '../../shared/api/contract.ts';
import { contract } from '../../shared/api/contract.ts';
import { arrayNames } from '../../shared/http/validation.ts';
import type { Encoded } from '../support/call/event.ts';
import { decodeBody, toEvent } from '../support/call/event.ts';
import { send } from '../support/call/invoke.ts';
import { addConsent, newTenant } from '../support/make/builders.ts';
import { runs } from '../support/make/chance.ts';
import { fc } from '../support/make/properties.ts';

/** Decides, one after another, how to spell what can be spelled in several ways. */
type Choose = (ways: number) => number;

/** Parameters that every encoding can say: texts, lists and maps that are not empty. */
type Sayable = string | readonly Sayable[] | SayableMap;
interface SayableMap {
  readonly [name: string]: Sayable;
}

type Pair = readonly [string, string];

const isList = (value: Sayable): value is readonly Sayable[] => Array.isArray(value);

/** Pairs in bracket notation; a list of texts as `a[]`, as `a` repeated, or, where `a` takes a list, as `a[0]`. */
const toPairs = (value: Sayable, name: string, choose: Choose, arrays: ReadonlySet<string>): Pair[] => {
  if (typeof value === 'string') return [[name, value]];
  if (!isList(value)) {
    return Object.entries(value).flatMap(([key, member]) =>
      toPairs(member, name === '' ? key : `${name}[${key}]`, choose, arrays),
    );
  }
  const isFlat = value.every((member) => typeof member === 'string');
  const ways = [
    ...(arrays.has(name) ? [(i: number) => `${name}[${i}]`] : []),
    ...(isFlat ? [() => `${name}[]`] : []),
    ...(isFlat && value.length > 1 ? [() => name] : []),
  ];
  const way = ways[choose(ways.length)];
  return value.flatMap((member, i) => toPairs(member, way?.(i) ?? '', choose, arrays));
};

const escapeAll = (text: string): string =>
  Buffer.from(text)
    .toString('hex')
    .replace(/../g, (byte) => `%${byte}`);

const toForm = (pairs: readonly Pair[], choose: Choose): Encoded => {
  const spellText = (text: string): string => {
    const way = choose(3);
    if (way === 0) return escapeAll(text);
    return way === 1
      ? encodeURIComponent(text)
      : encodeURIComponent(text).replaceAll('%20', '+').replaceAll('%5B', '[').replaceAll('%5D', ']');
  };
  const body = pairs.map(([name, value]) => `${spellText(name)}=${spellText(value)}`).join('&');
  return { contentType: 'application/x-www-form-urlencoded', body: Buffer.from(body) };
};

const toMultipart = (pairs: readonly Pair[], choose: Choose): Encoded => {
  const boundary = ['----WebKitFormBoundary7MA4YWxk', 'x', 'a.b_c-d'][choose(3)] ?? 'x';
  const extra = ['', 'Content-Type: text/plain\r\n', 'Content-Type: text/plain; charset=utf-8\r\n'][choose(3)] ?? '';
  const parts = pairs.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n${extra}\r\n${value}\r\n`,
  );
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.from(`${parts.join('')}--${boundary}--\r\n`),
  };
};

const toUnits = (text: string): string =>
  Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join('');

const isPrinted = (text: string): boolean =>
  Number.isSafeInteger(Math.trunc(Number(text))) && JSON.stringify(Number(text)) === text;

/** JSON; texts that are booleans, or numbers as JSON prints them, also as such, all of a text also as escapes. */
const toJson = (value: Sayable, choose: Choose): string => {
  if (typeof value === 'string') {
    if ((/^(?:true|false)$/.test(value) || isPrinted(value)) && choose(2) === 0) return value;
    return choose(4) === 0 ? `"${toUnits(value)}"` : JSON.stringify(value);
  }
  const space = ['', ' ', '\n\t'][choose(3)] ?? '';
  if (isList(value)) return `[${space}${value.map((member) => toJson(member, choose)).join(`${space},`)}]`;
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}${space}:${toJson(member, choose)}`,
  );
  return `{${space}${members.join(`,${space}`)}}`;
};

/** The same parameters as a form, as multipart and as JSON, each in one of its spellings. */
const spell = (meant: SayableMap, choices: readonly number[], arrays: ReadonlySet<string>): readonly Encoded[] => {
  let i = 0;
  const choose: Choose = (ways) => {
    i += 1;
    return (choices[i % choices.length] ?? 0) % ways;
  };
  return [
    toForm(toPairs(meant, '', choose, arrays), choose),
    toMultipart(toPairs(meant, '', choose, arrays), choose),
    { contentType: 'application/json', body: Buffer.from(toJson(meant, choose)) },
  ];
};

/** In values that are sent; never to be seen in a problem. */
const canary = 'c4n4ry-7f3a';

/** Names that mean something to JavaScript, to the parsers or to the store. */
const names = fc.constantFrom(
  '__proto__',
  'constructor',
  'then',
  'length',
  'toJSON',
  'key',
  'value',
  '0',
  'a'.repeat(129),
  'PK',
  'expiresAt',
);

/** Texts that break what handles them carelessly. */
const texts = fc.oneof(
  fc.constantFrom('', '-0', '0x10', '1e309', '1.5', '9007199254740993', 'true', 'null', 'NaN', '[object Object]'),
  fc.constantFrom(
    '\u202e\u200b',
    '\ufdfa'.repeat(1_024),
    '\u0315\u0300'.repeat(500),
    '<script>alert(1)</script>',
    '%00%ff%zz',
  ),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);

const marked = texts.map((text) => `${text}${canary}`);

const hostile = fc.oneof(
  marked,
  texts,
  fc.array(marked, { minLength: 1, maxLength: 3 }),
  fc.dictionary(names, marked, { minKeys: 1, maxKeys: 3 }),
);

const tenant = await newTenant();
const { consentId } = await addConsent(tenant, { userData: { email: 'ada@example.com' } });
const { token, pid, projectUid } = tenant;
const proof = { url: 'https://shop.example/', html: '<p>Yes</p>' };

/** A good request of each operation that takes one from a user. */
const good: Partial<Record<OperationName, SayableMap>> = {
  addConsent: {
    projectUid,
    consentInformationPid: String(pid),
    proof,
    userData: { email: 'ada@example.com', card: 'C-1' },
  },
  searchConsents: { userData: { email: 'ada@example.com' }, page: '1', perPage: '20', first: 'true' },
  getNotices: { pid: [String(pid), '1'] },
  revokeConsent: { id: consentId, channel: 'email', proof },
  refreshToken: { refresh_token: 'x' },
  getEvidence: { id: consentId },
  listConsents: { projectUid, userData: { email: 'ada@example.com' }, state: 'active', perPage: '20' },
  listDueConsents: { projectUid, reason: 'expires', perPage: '20' },
  checkPeople: { pid: String(pid), people: [{ email: 'ada@example.com' }] },
  makeLinks: { pid: String(pid), people: [{ email: 'ada@example.com' }, { phone: '+39 02' }], days: '30' },
  listNotices: {},
  getNoticeVersion: { id: 'a'.repeat(32) },
  requestConfirmation: {
    projectUid,
    consentInformationPid: String(pid),
    proof,
    userData: { email: 'ada@example.com', card: 'C-1' },
  },
  requestErasure: { ids: [consentId], reason: 'consent-revoked', receivedOn: '2026-11-20' },
  listErasureRequests: { perPage: '20' },
  login: { email: 'ada@example.com', password: 'a guess' },
};

/** A request with one or two members replaced, or one more. */
const requests = fc.constantFrom(...(Object.keys(good) as OperationName[])).chain((operation) =>
  fc
    .array(fc.tuple(fc.oneof(fc.constantFrom('', ...Object.keys(good[operation] ?? {})), names), hostile), {
      maxLength: 2,
    })
    .map((spoilt) => {
      const more = spoilt.filter(([name]) => name !== '' && name !== '__proto__');
      return { operation, meant: { ...good[operation], ...Object.fromEntries(more) } as SayableMap };
    }),
);

const choices = fc.array(fc.nat(11), { minLength: 7, maxLength: 13 });

const prototypes = [Object, Array, String, Number, Boolean, Function, Map, Set, Promise, Buffer, Error];
const describePrototypes = (): string =>
  prototypes.map(({ prototype }) => Reflect.ownKeys(prototype).map(String)).join();

test('hostile bodies are answered as the contract says: none fails, repeats a value or changes a prototype', async () => {
  const untouched = describePrototypes();
  const statuses = new Set<number>();
  const property = fc.asyncProperty(requests, fc.option(fc.jsonValue()), async ({ operation, meant }, other) => {
    const body = Buffer.from(
      JSON.stringify(other === null ? meant : { ...meant, [Object.keys(meant)[0] ?? 'x']: other }),
    );
    const reply = await send(operation, { contentType: 'application/json', body }, { token });
    statuses.add(reply.status);

    expect(reply.status).toBeLessThan(500);
    if (reply.status !== 200) expect(JSON.stringify([reply.headers, reply.body])).not.toContain(canary);
    expect(describePrototypes()).toBe(untouched);
  });
  await fc.assert(property, { numRuns: runs(100) });

  expect([...statuses]).toEqual(expect.arrayContaining([200, 422]));
});

/** An answer without what differs between two requests of the same meaning. Of a body that cannot be read for several reasons, any may be told. */
const withoutIdentity = (body: object): unknown =>
  JSON.parse(JSON.stringify(body), (name, value) =>
    /^(?:requestId|consentId|id|time|revokeTime|requestTime|signature|statement|page|oneClick|List-Unsubscribe)$/.test(
      name,
    )
      ? ''
      : value,
  );

/** What every encoding can say: no brackets, no control characters, no quotes. */
const isSayable = (value: Sayable): boolean => {
  if (typeof value === 'string') return value.isWellFormed() && !/[\r\n\0]/.test(value);
  const members = isList(value) ? value : Object.values(value);
  return members.length > 0 && members.every(isSayable);
};

test('the same meaning is answered the same as a form, as multipart and as JSON', async () => {
  const fit = requests.filter(({ operation, meant }) => {
    const arrays = arrayNames(contract[operation].request);
    const isFlat = ([name, value]: readonly [string, Sayable]): boolean =>
      typeof value === 'string' ||
      !arrays.has(name) ||
      (isList(value) && value.every((each) => typeof each === 'string'));
    return isSayable(meant) && Object.entries(meant).every(isFlat);
  });
  const property = fc.asyncProperty(fit, choices, async ({ operation, meant }, chosen) => {
    const seen = new Set<string>();
    // Failed logins on one email are counted together.
    const own =
      operation === 'login' && meant.email === 'ada@example.com' ? { email: `${randomUUID()}@example.com` } : {};
    for (const encoded of spell({ ...meant, ...own }, chosen, arrayNames(contract[operation].request))) {
      const headers = { 'idempotency-key': randomUUID() };
      const { status, body } = await send(operation, encoded, {
        token,
        ...(operation === 'addConsent' && { headers }),
      });
      seen.add(JSON.stringify([status, body.code === 'body.unreadable' ? '' : withoutIdentity(body)]));
    }
    expect([...seen]).toHaveLength(1);
  });

  await fc.assert(property, { numRuns: runs(25) });
});

test('a long list, spaces and numbers are read alike in every encoding, however they are spelled', () => {
  const pids = Array.from({ length: 11 }, (_, i) => String(i));
  const meant = { pid: pids, userData: { 'full name': 'Ada + Rossi & 100%', height: '1.7', size: '-3' } };
  const arrays = new Set(['pid']);

  for (let choice = 0; choice < 12; choice += 1) {
    for (const encoded of spell(meant, [choice], arrays)) {
      const read = decodeBody(toEvent('addConsent', encoded, {}), arrays);
      expect(JSON.parse(JSON.stringify(read)), encoded.body.toString()).toEqual(meant);
    }
  }
});
