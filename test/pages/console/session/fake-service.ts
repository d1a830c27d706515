import { vi } from 'vitest';

interface Answer {
  readonly status: number;
  readonly body: object;
}

const problem = (status: number, code: string): Answer => ({
  status,
  body: { type: `/problems/${code}`, title: code, status, detail: code, code, requestId: 'r-1' },
});

const toToken = (scope: string, count: number): string =>
  `h.${Buffer.from(JSON.stringify({ scope, count })).toString('base64url')}.s`;

/** Answers to a client as a service does whose tokens can be made stale. */
export interface FakeService {
  scope: string;
  userId: number;
  /** Whether refresh tokens are refused, as those of a session that has ended. */
  isOver: boolean;
  /** Lets all access tokens that were issued expire. */
  readonly expire: () => void;
  /** How often each path was called. */
  readonly calls: Map<string, number>;
}

export const startFakeService = (): FakeService => {
  let [count, oldest] = [0, 0];
  const issue = (): Answer => {
    count += 1;
    const access_token = toToken(service.scope, count);
    return { status: 200, body: { token_type: 'Bearer', expires_in: 1, access_token, refresh_token: `r${count}` } };
  };
  const isGood = (token: string): boolean =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).count > oldest;
  const answer = (path: string, token: string): Answer => {
    if (path === '/login') return issue();
    if (path === '/refresh-token') return service.isOver ? problem(401, 'refresh-token.invalid') : issue();
    if (!isGood(token)) return problem(401, 'token.expired');
    if (path === '/logout') return { status: 200, body: {} };
    if (path === '/details') return { status: 200, body: { id: service.userId, name: 'Ada' } };
    return { status: 200, body: { data: [], next: null } };
  };
  const service: FakeService = {
    scope: 'consents:read consents:write',
    userId: 1,
    isOver: false,
    expire: () => {
      oldest = count;
    },
    calls: new Map(),
  };
  vi.stubGlobal('fetch', async (url: string, { headers }: { readonly headers: Headers }) => {
    const { pathname } = new URL(url);
    service.calls.set(pathname, (service.calls.get(pathname) ?? 0) + 1);
    await new Promise((resolve) => setTimeout(resolve, 1));
    const { status, body } = answer(pathname, headers.get('authorization')?.slice('Bearer '.length) ?? '');
    return Response.json(body, { status });
  });
  return service;
};
