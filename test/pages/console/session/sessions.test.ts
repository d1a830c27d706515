import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SignedIn, SignInState } from '../../../../pages/console/session/session.ts';
import { findSignInState, newSessions } from '../../../../pages/console/session/sessions.ts';
import { startFakeService } from './fake-service.ts';
import { newTab } from './tab.ts';

const credentials = { email: 'ada@example.com', password: 'correct horse battery staple' };

const place = 'consent-register-session';

const begin = () => {
  const shown: SignInState[] = [];
  const begun = vi.fn();
  const course = newSessions({ baseUrl: 'http://service.test', show: (being) => shown.push(being), beginAnew: begun });
  const last = (): SignInState | undefined => shown.at(-1);
  const session = (): SignedIn['session'] => {
    const being = last();
    if (being?.is !== 'in') throw new Error(`Nobody is signed in: ${being?.is}`);
    return being.session;
  };
  return { course, last, session, begun };
};

/** Ends a page as a reload does: the tab keeps what it has. */
const unload = ({ course }: ReturnType<typeof begin>): void => {
  const kept = [...tab];
  course.end('copied');
  for (const [name, value] of kept) tab.set(name, value);
};

let service: ReturnType<typeof startFakeService>;
let tab: Map<string, string>;

beforeEach(() => {
  service = startFakeService();
  tab = newTab();
});

afterEach(async () => {
  // What a session still says when it ends is answered by the service that it belongs to.
  await new Promise((resolve) => setTimeout(resolve, 20));
  vi.unstubAllGlobals();
});

test('tokens are in memory alone, unless the reader chooses that the tab keeps them', async () => {
  const { course, session } = begin();

  await course.signIn(credentials, false);
  expect([...tab]).toEqual([]);
  await course.signIn(credentials, true);
  expect([...tab.keys()]).toEqual([place]);
  expect(tab.get(place)).not.toMatch(/ada@|correct horse|Ada/);

  expect(session().user.name).toBe('Ada');
});

test('twenty calls that meet an expired token make one refresh', async () => {
  const { course, session } = begin();
  await course.signIn(credentials, true);
  service.expire();

  await Promise.all(Array.from({ length: 20 }, () => session().client.listProjects({})));

  expect(service.calls.get('/refresh-token')).toBe(1);
  expect(service.calls.get('/login')).toBe(1);
  expect(JSON.parse(tab.get(place) ?? '').tokens.refresh_token).toBe('r2');
});

test('a refresh tells what the reader may do from now on', async () => {
  const { course, session } = begin();
  await course.signIn(credentials, false);
  expect(session().mayWrite).toBe(true);
  const { client, memory } = session();
  service.scope = 'consents:read';
  service.expire();

  await client.details();

  expect(session()).toMatchObject({ mayWrite: false, client, memory });
});

test('a session that the service ended leads to the way in, and the same reader finds what she had', async () => {
  const { course, session, last, begun } = begin();
  await course.signIn(credentials, true);
  session().memory.set('reason', 'typed');
  Object.assign(service, { isOver: true });
  service.expire();

  await expect(session().client.details()).rejects.toMatchObject({ code: 'refresh-token.invalid' });

  expect(last()).toEqual({ is: 'out', why: 'refused' });
  expect([...tab]).toEqual([]);
  service.isOver = false;
  await course.signIn(credentials, false);
  expect(session().memory.get('reason')).toBe('typed');
  expect(begun).not.toHaveBeenCalled();
});

test('another reader begins at the first page and finds nothing', async () => {
  const { course, session, begun } = begin();
  await course.signIn(credentials, false);
  session().memory.set('reason', 'typed');
  course.end('refused');
  service.userId = 2;

  await course.signIn(credentials, false);

  expect(begun).toHaveBeenCalledOnce();
  expect(session().memory.size).toBe(0);
});

test.each(['left', 'idle'] as const)('a reader who is signed out leaves nothing behind: %s', async (why) => {
  const { course, session, last } = begin();
  await course.signIn(credentials, true);
  const { memory } = session();
  memory.set('reason', 'typed');

  course.end(why);

  expect(last()).toEqual({ is: 'out', why });
  expect({ memory: memory.size, tab: tab.size }).toEqual({ memory: 0, tab: 0 });
});

test('a refresh that is under way at the end brings no token back', async () => {
  const { course, session, last } = begin();
  await course.signIn(credentials, true);
  service.expire();
  const call = session().client.details();

  course.end('left');

  await call.catch(() => undefined);
  expect([...tab]).toEqual([]);
  expect(last()).toEqual({ is: 'out', why: 'left' });
});

test('a tab that kept its tokens goes on after a reload, but not where nobody was there for too long', async () => {
  const first = begin();
  await first.course.signIn(credentials, true);
  const now = Date.now();
  const left = vi.fn();
  expect(findSignInState(now, left)).toEqual({ is: 'recalling' });
  unload(first);

  const { course, session } = begin();
  await course.recall();

  expect(session().user.id).toBe(1);
  expect(service.calls.get('/login')).toBe(1);
  expect(left).not.toHaveBeenCalled();
  expect(findSignInState(now + 15 * 60_000, left)).toEqual({ is: 'out', why: 'idle' });
  expect(left).toHaveBeenCalledWith(expect.objectContaining({ refresh_token: 'r1' }));
  expect([...tab]).toEqual([]);
});

test.each([
  ['left', 1],
  ['idle', 1],
  ['refused', undefined],
  ['copied', undefined],
] as const)('a session that ends here (%s) is ended at the service so many times: %s', async (why, times) => {
  const { course, last } = begin();
  await course.signIn(credentials, true);

  course.end(why);

  expect(last()).toEqual({ is: 'out', why });
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(service.calls.get('/logout')).toBe(times);
});

test('a session whose token has expired is ended at the service as well', async () => {
  const { course } = begin();
  await course.signIn(credentials, false);
  service.expire();

  course.end('left');

  await vi.waitFor(() => expect(service.calls.get('/logout')).toBe(2));
});

test('a copy of a tab uses none of its tokens, and the tab goes on', async () => {
  const first = begin();
  await first.course.signIn(credentials, true);
  const copied = [...tab];
  tab = newTab();
  for (const [name, value] of copied) tab.set(name, value);
  const copy = begin();
  const before = new Map(service.calls);
  service.expire();

  await copy.course.recall();

  expect(copy.last()).toEqual({ is: 'out', why: 'copied' });
  expect([...tab]).toEqual([]);
  expect(service.calls).toEqual(before);
  expect(await first.session().client.details()).toMatchObject({ id: 1 });
  await copy.course.signIn(credentials, true);
  expect(copy.session().user.id).toBe(1);
});

test('a browser without locks keeps the session over a reload all the same', async () => {
  vi.stubGlobal('navigator', {});
  await begin().course.signIn(credentials, true);
  const { course, session } = begin();

  await course.recall();

  expect(session().user.id).toBe(1);
});

test('tokens that are of no use after a reload lead to the way in; a service that is away does not', async () => {
  const first = begin();
  await first.course.signIn(credentials, true);
  unload(first);
  const { course, last } = begin();
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({}, { status: 500 })));

  await course.recall();
  expect(last()).toMatchObject({ is: 'recalling', error: { code: 'answer.unexpected' } });
  expect(tab.size).toBe(1);

  const again = startFakeService();
  again.isOver = true;
  again.expire();
  tab.set(
    place,
    JSON.stringify({
      tokens: { access_token: `h.${btoa('{"count":0}')}.s`, refresh_token: 'r' },
      lastInput: Date.now(),
      tab: '1',
    }),
  );
  await course.recall();
  expect(last()).toEqual({ is: 'out', why: 'refused' });
  expect([...tab]).toEqual([]);
});

test('a browser that keeps nothing signs in all the same', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  const { course, session } = begin();

  await course.signIn(credentials, true);

  expect(session().user.id).toBe(1);
  expect(findSignInState(Date.now(), vi.fn())).toEqual({ is: 'out' });
});
