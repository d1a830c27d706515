import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SignedIn, SignInState } from '../../../../pages/console/session/session.ts';
import type { Sessions } from '../../../../pages/console/session/sessions.ts';
import { newSessions } from '../../../../pages/console/session/sessions.ts';
import { startFakeService } from './fake-service.ts';
import { newChannels, newTab } from './tab.ts';

const credentials = { email: 'ada@example.com', password: 'correct horse battery staple' };

const baseUrl = 'http://service.test';

const place = `consent-register-session ${baseUrl}`;

const minute = 60_000;

const open: Sessions[] = [];

/** Opens a page of the console: a tab beside those that the test has. */
const begin = ({ service: address = baseUrl }: { readonly service?: string } = {}) => {
  const shown: SignInState[] = [];
  const beginAnew = vi.fn();
  const course = newSessions({ baseUrl: address, show: (being) => shown.push(being), beginAnew });
  const last = (): SignInState | undefined => shown.at(-1);
  const session = (): SignedIn['session'] => {
    const being = last();
    if (being?.is !== 'in') throw new Error(`Nobody is signed in: ${being?.is}`);
    return being.session;
  };
  open.push(course);
  return { course, last, session, beginAnew, channel: channels.at(-1) };
};

/** Ends a page as a reload does: the tab keeps what it has. */
const unload = ({ course, channel }: ReturnType<typeof begin>): void => {
  const kept = [...tab];
  channel?.close();
  course.end('refused');
  for (const [name, value] of kept) tab.set(name, value);
};

const realNow = Date.now.bind(Date);

/** Sets the clock, which goes on. */
const passTime = (milliseconds: number): void => {
  const passed = Date.now() - realNow() + milliseconds;
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + passed);
};

let service: ReturnType<typeof startFakeService>;
let tab: Map<string, string>;
let channels: BroadcastChannel[];

beforeEach(() => {
  service = startFakeService();
  tab = newTab();
  channels = newChannels();
});

afterEach(async () => {
  for (const channel of channels) channel.close();
  for (const course of open.splice(0)) course.end('refused');
  vi.restoreAllMocks();
  // What a session still says when it ends is answered by the service that it belongs to.
  await new Promise((resolve) => setTimeout(resolve, 20));
  vi.unstubAllGlobals();
});

test('a sender, who may only check whom to write to, is not let in, and nothing of its tokens stays', async () => {
  const { course, last } = begin();
  service.scope = 'consents:check';

  await expect(course.signIn(credentials, true)).rejects.toMatchObject({ code: 'user.sender-only' });

  expect(last()?.is).not.toBe('in');
  expect([...tab]).toEqual([]);
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
  const { course, session, last, beginAnew } = begin();
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
  expect(beginAnew).not.toHaveBeenCalled();
});

test('another reader begins at the first page and finds nothing', async () => {
  const { course, session, beginAnew } = begin();
  await course.signIn(credentials, false);
  session().memory.set('reason', 'typed');
  course.end('refused');
  service.userId = 2;

  await course.signIn(credentials, false);

  expect(beginAnew).toHaveBeenCalledOnce();
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
  unload(first);
  const second = begin();

  await second.course.recall();

  expect(second.session().user.id).toBe(1);
  expect(service.calls.get('/login')).toBe(1);
  unload(second);
  passTime(15 * minute);
  const { course, last } = begin();
  await course.recall();
  expect(last()).toEqual({ is: 'out', why: 'idle' });
  await vi.waitFor(() => expect(service.calls.get('/logout')).toBe(1));
  expect([...tab]).toEqual([]);
});

test.each([
  ['left', 1],
  ['idle', 1],
  ['refused', undefined],
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
      session: '1',
      renewals: 0,
      inTab: true,
    }),
  );
  await course.recall();
  expect(last()).toEqual({ is: 'out', why: 'refused' });
  expect([...tab]).toEqual([]);
});

test('a page that was loaded again says that this signs the reader out', async () => {
  const entry: object = { type: 'reload' };
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    Object.assign(Object.create(PerformanceEntry.prototype), entry),
  ]);
  const { course, last } = begin();

  await course.recall();

  expect(last()).toEqual({ is: 'out', why: 'reloaded' });
});

test('a browser that keeps nothing signs in all the same', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  const { course, session } = begin();

  await course.signIn(credentials, true);

  expect(session().user.id).toBe(1);
});

/** Tabs of one browser, in the first of which the reader has signed in. */
const openTabs = async (count: number) => {
  const first = begin();
  await first.course.signIn(credentials, false);
  const others = Array.from({ length: count - 1 }, () => begin());
  await Promise.all(others.map(({ course }) => course.recall()));
  return [first, ...others] as const;
};

const inputOf = ({ last }: ReturnType<typeof begin>): SignedIn => {
  const being = last();
  if (being?.is !== 'in') throw new Error('Nobody is signed in.');
  return being;
};

test('a tab that is opened beside another has its session, and stores nothing', async () => {
  const [first, second] = await openTabs(2);

  expect(second?.session().user.id).toBe(1);
  expect(second?.session().memory).not.toBe(first.session().memory);
  expect(service.calls.get('/login')).toBe(1);
  expect([...tab]).toEqual([]);
});

test('the consoles of two services on one host share nothing', async () => {
  const first = begin();
  await first.course.signIn(credentials, true);
  const other = begin({ service: 'http://staging.service.test' });
  const calls = new Map(service.calls);

  await other.course.recall();

  expect(other.last()).toEqual({ is: 'out' });
  expect(service.calls).toEqual(calls);
  await other.course.signIn(credentials, true);
  other.course.end('left');
  expect(first.last()?.is).toBe('in');
  expect([...tab.keys()]).toEqual([place]);
});

test('of four tabs whose token has expired one refreshes, however long that takes, and each goes on', async () => {
  const tabs = await openTabs(4);
  service.expire();
  service.refreshTakes = 500;

  await Promise.all(tabs.map(({ session }) => session().client.details()));
  service.expire();
  await Promise.all(tabs.toReversed().map(({ session }) => session().client.details()));

  expect(service.calls.get('/refresh-token')).toBe(2);
  expect(tabs.map(({ last }) => last()?.is)).toEqual(['in', 'in', 'in', 'in']);
});

test('tokens that one tab has renewed reach the others, and go on after it is closed', async () => {
  const [first, second] = await openTabs(2);
  service.scope = 'consents:read';
  service.expire();
  await first.session().client.details();
  unload(first);
  service.expire();

  await second?.session().client.details();

  expect(second?.session().mayWrite).toBe(false);
  expect(service.calls.get('/refresh-token')).toBe(2);
});

test('a tab that comes back with old tokens takes those of a living one', async () => {
  const first = begin();
  await first.course.signIn(credentials, true);
  const old = tab.get(place) ?? '';
  service.expire();
  await first.session().client.details();
  tab.set(place, old);
  passTime(10 * minute);
  inputOf(first).noteInput(Date.now());
  passTime(10 * minute);
  const back = begin();

  await back.course.recall();
  await back.session().client.details();

  expect(service.calls.get('/refresh-token')).toBe(1);
  expect(back.last()?.is).toBe('in');
});

test.each(['left', 'idle', 'refused'] as const)(
  'a session that ends in one tab ends in all, once at the service: %s',
  async (why) => {
    const [first, second] = await openTabs(2);
    const memory = second?.session().memory;
    memory?.set('reason', 'typed');

    first.course.end(why);

    await vi.waitFor(() => expect(second?.last()).toEqual({ is: 'out', why }));
    expect(memory?.size).toBe(why === 'refused' ? 1 : 0);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(service.calls.get('/logout')).toBe(why === 'refused' ? undefined : 1);
    await first.course.signIn(credentials, false);
    await vi.waitFor(() => expect(second?.last()?.is).toBe('in'));
  },
);

test('input in one tab is input in all: a tab that slept ends no session that another uses', async () => {
  const [first, second] = await openTabs(2);
  passTime(15 * minute);
  inputOf(first).noteInput(Date.now());

  await second?.course.endIdle();
  expect(second?.last()?.is).toBe('in');
  passTime(15 * minute);
  await second?.course.endIdle();

  await vi.waitFor(() => expect(first.last()).toEqual({ is: 'out', why: 'idle' }));
  expect(second?.last()).toEqual({ is: 'out', why: 'idle' });
});

test('without locks each tab has a session of its own', async () => {
  vi.stubGlobal('navigator', {});

  const [first, second] = await openTabs(2);

  expect(second?.last()).toEqual({ is: 'out' });
  first.course.end('left');
  expect(second?.last()).toEqual({ is: 'out' });
});

/** Holds up the first refresh, which never reaches the service. */
const holdRefresh = () => {
  const reach = fetch;
  const begun = Promise.withResolvers<void>();
  const cut = Promise.withResolvers<Response>();
  let isFirst = true;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (!isFirst || !url.endsWith('/refresh-token')) return reach(url, init);
    isFirst = false;
    begun.resolve();
    return cut.promise;
  });
  return { begun: begun.promise, cut: () => cut.reject(new TypeError('The tab was closed.')) };
};

test('a tab that is closed while it renews is replaced at once: its request may not have arrived', async () => {
  const [first, second] = await openTabs(2);
  service.expire();
  const { begun, cut } = holdRefresh();
  first
    .session()
    .client.details()
    .catch(() => undefined);
  await begun;
  await new Promise((resolve) => setTimeout(resolve, 20));

  unload(first);
  cut();

  await vi.waitFor(() => expect(service.calls.get('/refresh-token')).toBe(1));
  await second?.session().client.details();
  expect(service.calls.get('/refresh-token')).toBe(1);
  expect(second?.last()?.is).toBe('in');
});

test('where the service has given the closed tab new tokens, nobody has them: the reader signs in again', async () => {
  const [first, second] = await openTabs(2);
  service.expire();
  service.refreshTakes = 100;
  first
    .session()
    .client.details()
    .catch(() => undefined);
  await vi.waitFor(() => expect(service.calls.get('/refresh-token')).toBe(1));
  await new Promise((resolve) => setTimeout(resolve, 20));

  unload(first);

  await vi.waitFor(() => expect(second?.last()).toEqual({ is: 'out', why: 'refused' }));
});

/** Lets tabs wait for one another for only so many milliseconds. */
const shortenWait = (milliseconds: number): void => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((time) => timeout(time === 10_000 ? milliseconds : time));
};

test('a tab that the browser froze while it renews is passed over', async () => {
  const [first, second] = await openTabs(2);
  service.expire();
  shortenWait(200);
  const { begun, cut } = holdRefresh();
  const call = first
    .session()
    .client.details()
    .catch(() => undefined);
  await begun;
  first.channel?.close();

  await second?.session().client.details();

  expect(service.calls.get('/refresh-token')).toBe(1);
  expect(second?.last()?.is).toBe('in');
  first.course.end('refused');
  cut();
  await call;
});

test('a tab that renews for long, but answers, is not', async () => {
  const tabs = await openTabs(3);
  service.expire();
  service.refreshTakes = 1_500;
  shortenWait(200);

  await Promise.all(tabs.map(({ session }) => session().client.details()));

  expect(service.calls.get('/refresh-token')).toBe(1);
  expect(tabs.map(({ last }) => last()?.is)).toEqual(['in', 'in', 'in']);
});
