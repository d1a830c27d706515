import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OperationName } from '../../shared/api/contract.ts';
import { contract } from '../../shared/api/contract.ts';
import { limits } from '../../shared/api/limits.ts';
import type { ProblemCode } from '../../shared/api/problem.ts';
import type { Post, RawRequest } from '../support/call/gateway.ts';
import { startLocalGateway } from '../support/call/gateway.ts';
import { recordCalls } from '../support/call/requests.ts';
import { newTenant } from '../support/make/builders.ts';
import { noise } from '../support/make/chance.ts';
import { algorithmAttacks } from './token-attacks/algorithm.ts';
import { authorizationAttacks, elsewhere, schemes } from './token-attacks/authorization.ts';
import { claimAttacks, expiredAttacks, genuine, strangerAttacks } from './token-attacks/claims.ts';
import { encodingAttacks, sized } from './token-attacks/encoding.ts';
import type { Attacks, Ground } from './token-attacks/ground.ts';
import { prepareGround } from './token-attacks/ground.ts';
import { headerAttacks, unknownKeyAttacks } from './token-attacks/header.ts';
import { expectNoEcho, expectProblem } from './token-attacks/refusal.ts';
import { respellings, signatureAttacks } from './token-attacks/signature.ts';

const now = new Date('2026-11-20T12:00:00.500Z');

let post: Post;
let ground: Ground;

const setClock = () => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  return () => {
    vi.useRealTimers();
  };
};

beforeAll(async () => {
  setClock();
  post = await startLocalGateway();
  ground = await prepareGround();
});
beforeEach(setClock);

/** Logout takes the token of a session that has ended, and is attacked by its own tests. */
const guarded = (Object.keys(contract) as OperationName[]).filter(
  (name) => !['anyone', 'bearer'].includes(contract[name].access),
);
let turn = 0;

/** The paths of the operations that take a token, in turn: an attack goes to one of them. */
const nextPath = (): string => {
  turn += 1;
  return contract[guarded[turn % guarded.length] ?? 'details'].path;
};

const details = (token: string) => post(contract.details.path, { headers: { authorization: `Bearer ${token}` } });

/**
 * A container that knows the key of the forged tokens, which what it learned for other files lacks: what is refused takes no
 * read of it. It has queried before: a client's first Query is sent late, and would be counted for the next attack.
 */
beforeAll(async () => {
  expect(await details(ground.forge())).toMatchObject({ status: 200 });
  expect(await post(contract.listConsents.path, bearer(ground.mine.token))).toMatchObject({ status: 200 });
});

/** Lists begin beside the read of who calls, in the account that the token names. Nobody gets what they read for a token that is refused. */
const begun: readonly string[] = [
  contract.checkPeople.path,
  contract.listConsents.path,
  contract.listDueConsents.path,
  contract.listNotices.path,
  contract.listProjects.path,
  contract.getOverview.path,
  contract.listErasureRequests.path,
];

/** The attack is refused as it should be, with so many reads, tells nothing, and does no harm to a token that is good. */
const expectRefusal = async (
  request: RawRequest,
  {
    code,
    calls: expected = [],
    isSigned = false,
  }: { readonly code: ProblemCode; readonly calls?: readonly string[]; readonly isSigned?: boolean },
): Promise<void> => {
  const path = nextPath();
  const { result, calls } = await recordCalls(() => post(path, request));

  expectProblem(result, code);
  expect(isSigned && begun.includes(path) ? calls.filter((call) => call !== 'Query') : calls).toEqual(expected);
  expectNoEcho(
    [request.headers?.authorization ?? [], request.query ?? [], request.body ?? []].flat().join(' '),
    result,
  );
  expect(await details(ground.mine.token)).toMatchObject({ status: 200 });
};

const bearer = (token: string): RawRequest => ({ headers: { authorization: `Bearer ${token}` } });

const names = (attacks: Readonly<Record<string, unknown>>): string[] => Object.keys(attacks);

describe.each<[string, Attacks]>([
  ['algorithm', algorithmAttacks],
  ['header', headerAttacks],
  ['claims', claimAttacks],
  ['signature', signatureAttacks],
  ['encoding', encodingAttacks],
])('%s: the token is refused without a read', (_topic, attacks) => {
  test.each(names(attacks))('%s', async (name) => {
    await expectRefusal(bearer(attacks[name]?.(ground) ?? ''), { code: 'token.invalid' });
  });
});

describe('an expired token is refused without a read', () => {
  test.each(names(expiredAttacks))('%s', async (name) => {
    await expectRefusal(bearer(expiredAttacks[name]?.(ground) ?? ''), { code: 'token.expired' });
  });
});

describe('a key that is not published: the token is refused after the one read of every call', () => {
  test.each(names(unknownKeyAttacks))('%s', async (name) => {
    const calls = ['BatchGetItem'];
    await expectRefusal(bearer(unknownKeyAttacks[name]?.(ground) ?? ''), { code: 'token.invalid', calls });
  });

  test('a flood of such keys costs that one read each, and no more afterwards', async () => {
    const kids = Array.from({ length: 50 }, () => noise(16).toString('hex'));
    const flood = await recordCalls(() =>
      Promise.all(kids.map((kid) => post(nextPath(), bearer(ground.forge({ header: { kid } }))))),
    );

    expect(flood.result.map(({ status }) => status)).toEqual(kids.map(() => 401));
    expect(flood.calls).toEqual(kids.map(() => 'BatchGetItem'));
    await expectRefusal(bearer(ground.forge({ header: { typ: 'JWT' } })), { code: 'token.invalid' });
  });
});

describe('claims that do not belong together: the token reaches nothing', () => {
  test.each(names(strangerAttacks))('%s', async (name) => {
    const calls = ['BatchGetItem'];
    await expectRefusal(bearer(strangerAttacks[name]?.(ground) ?? ''), {
      code: 'session.ended',
      calls,
      isSigned: true,
    });
  });
});

describe('Authorization is one Bearer, a space and one token', () => {
  test.each(names(authorizationAttacks))('%s', async (name) => {
    const authorization = authorizationAttacks[name]?.(ground) ?? '';
    const code = ['', 'Bearer'].includes(String(authorization)) ? 'token.missing' : 'token.invalid';
    await expectRefusal({ headers: { authorization } }, { code });
  });

  test.each([
    [
      limits.accessTokenCharacters - 4,
      'This register accepts neither such an access token nor such a key. Log in, or check the key.',
    ],
    [
      limits.accessTokenCharacters + 1,
      'The Authorization header must be Bearer, a space and one access token from /login, or one key.',
    ],
  ])('%d characters: %s', async (characters, detail) => {
    const { text } = await post(contract.details.path, bearer(sized(characters)(ground)));

    expect(JSON.parse(text)).toMatchObject({ code: 'token.invalid', detail });
  });

  test.each(names(elsewhere))('a token %s is not looked at', async (name) => {
    await expectRefusal(elsewhere[name]?.(ground.mine.token) ?? {}, { code: 'token.missing' });
  });

  test.each(schemes)('%s is the scheme', async (scheme) => {
    const authorization = `${scheme} ${ground.mine.token}`;
    expect(await post(contract.details.path, { headers: { authorization } })).toMatchObject({ status: 200 });
  });
});

describe('just inside what is refused, a token is good', () => {
  test.each(names(genuine))('%s', async (name) => {
    expect(await details(genuine[name]?.(ground) ?? '')).toMatchObject({ status: 200 });
  });
});

describe('a token in another spelling is the same session, and ends with it', () => {
  test.each(names(respellings))('%s', async (name) => {
    const { token } = await newTenant();
    const respelled = respellings[name]?.(token) ?? '';
    expect(respelled).not.toBe(token);
    expect(await details(respelled)).toMatchObject({ status: 200, text: (await details(token)).text });

    expect(await post(contract.logout.path, bearer(token))).toMatchObject({ status: 200 });
    expectProblem(await details(respelled), 'session.ended');
  });
});
