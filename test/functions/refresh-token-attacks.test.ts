import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { contract } from '../../shared/api/contract.ts';
import { lifetimes } from '../../shared/api/limits.ts';
import type { Post } from '../support/call/gateway.ts';
import { startLocalGateway } from '../support/call/gateway.ts';
import { signIn } from '../support/make/builders.ts';
import type { Ground } from './token-attacks/ground.ts';
import { prepareGround } from './token-attacks/ground.ts';
import { familyAttacks, refreshAttacks, refreshShapes } from './token-attacks/refresh.ts';
import { expectNoEcho, expectProblem } from './token-attacks/refusal.ts';

let post: Post;
let ground: Ground;

const start = new Date('2026-11-20T12:00:00Z');

const setClock = (seconds: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: start.getTime() + seconds * 1_000 });
};

beforeAll(async () => {
  setClock(0);
  post = await startLocalGateway();
  ground = await prepareGround();
});
beforeEach(() => {
  setClock(lifetimes.refreshReuseSeconds + 1);
  return () => {
    vi.useRealTimers();
  };
});

const refresh = (subtype: string, body: string) =>
  post(contract.refreshToken.path, { headers: { 'content-type': `application/${subtype}` }, body });

const expectLife = async ({ mine: { token } }: Ground): Promise<void> => {
  const headers = { authorization: `Bearer ${token}` };
  expect(await post(contract.details.path, { headers })).toMatchObject({ status: 200 });
};

test.each(Object.keys(refreshAttacks))('%s is refused, and the session goes on', async (name) => {
  const text = refreshAttacks[name]?.(ground) ?? '';
  const answer = await refresh('json', JSON.stringify({ refresh_token: text }));

  expectProblem(answer, 'refresh-token.invalid');
  expectNoEcho(text, answer);
  await expectLife(ground);
});

test.each(Object.keys(familyAttacks))('%s is refused, and ends its session alone', async (name) => {
  const mine = { ...ground.mine, ...(await signIn(ground.mine.userId)) };
  const text = familyAttacks[name]?.({ ...ground, mine }) ?? '';
  const answer = await refresh('json', JSON.stringify({ refresh_token: text }));

  expectProblem(answer, 'refresh-token.invalid');
  expectNoEcho(text.slice(text.lastIndexOf('.')), answer);
  const headers = { authorization: `Bearer ${mine.token}` };
  expectProblem(await post(contract.details.path, { headers }), 'session.ended');
  await expectLife(ground);
});

test.each(Object.entries(refreshShapes))('%s is refused, and the session goes on', async (_name, shape) => {
  const [subtype, toBody, status, code] = shape;
  const body = toBody(ground.mine.refreshToken);
  const answer = await refresh(subtype, body);

  expect([answer.status, JSON.parse(answer.text).code]).toEqual([status, code]);
  expectNoEcho(body.replaceAll('refresh_token', ''), answer);
  await expectLife(ground);
});

test('after all that the token still works, once', async () => {
  const body = JSON.stringify({ refresh_token: ground.mine.refreshToken });

  expect(await refresh('json', body)).toMatchObject({ status: 200 });
  expectProblem(await refresh('json', body), 'refresh-token.invalid');
});
