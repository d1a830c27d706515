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
  /** How many milliseconds a refresh takes. */
  refreshTakes: number;
  /** Lets all access tokens that were issued expire. */
  readonly expire: () => void;
  /** How often each path was called. */
  readonly calls: Map<string, number>;
}

export const startFakeService = (): FakeService => {
  let [count, oldest] = [0, 0];
  /** Refresh tokens that were not used. */
  const good = new Set<string>();
  const issue = (): Answer => {
    count += 1;
    good.add(`r${count}`);
    const access_token = toToken(service.scope, count);
    return { status: 200, body: { token_type: 'Bearer', expires_in: 1, access_token, refresh_token: `r${count}` } };
  };
  const isGood = (token: string): boolean =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).count > oldest;
  /** A token that is used twice ends the session. */
  const refresh = (token: string): Answer => {
    service.isOver ||= !good.delete(token);
    return service.isOver ? problem(401, 'refresh-token.invalid') : issue();
  };
  const answer = (path: string, token: string, body: string): Answer => {
    if (path === '/login') return issue();
    if (path === '/refresh-token') return refresh(JSON.parse(body).refresh_token);
    if (!isGood(token)) return problem(401, 'token.expired');
    if (path === '/logout') return { status: 200, body: {} };
    if (path === '/consent-register/projects/list' && service.scope === 'consents:check') {
      return problem(403, 'user.sender-only');
    }
    if (path === '/details') return { status: 200, body: { id: service.userId, name: 'Ada' } };
    return { status: 200, body: { data: [], next: null } };
  };
  const service: FakeService = {
    scope: 'consents:read consents:write',
    userId: 1,
    isOver: false,
    refreshTakes: 1,
    expire: () => {
      oldest = count;
    },
    calls: new Map(),
  };
  const fetchFake = async (url: string, { headers, body }: { readonly headers: Headers; readonly body: string }) => {
    const { pathname } = new URL(url);
    service.calls.set(pathname, (service.calls.get(pathname) ?? 0) + 1);
    const given = answer(pathname, headers.get('authorization')?.slice('Bearer '.length) ?? '', body);
    await new Promise((resolve) => setTimeout(resolve, pathname === '/refresh-token' ? service.refreshTakes : 1));
    return Response.json(given.body, { status: given.status });
  };
  vi.stubGlobal('fetch', fetchFake);
  return service;
};
