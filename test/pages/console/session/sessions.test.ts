import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { SignedIn, SignInState } from '../../../../pages/console/session/session.ts';
import type { Sessions } from '../../../../pages/console/session/sessions.ts';
import { newSessions } from '../../../../pages/console/session/sessions.ts';
import { changeRole, endAllSessions } from '../../../../shared/identity/user.ts';
import { serveFunctions } from '../../../support/call/gateway.ts';
import type { Tenant } from '../../../support/make/builders.ts';
import { newTenant } from '../../../support/make/builders.ts';
import { changeAt } from '../../../support/make/changes.ts';
import { passTime } from '../../../support/make/clock.ts';
import { password } from '../../../support/make/password.ts';
import { table } from '../../../support/make/table.ts';
import { newChannels, newTab, watchCalls } from './tab.ts';

const minute = 60_000;

/** Access tokens end, and a refresh token that is used again is theft. */
const expire = (): void => passTime(61 * minute);

let baseUrl: string;
let place: string;
let ada: Tenant;
let eve: Tenant;
beforeAll(async () => {
  baseUrl = `http://127.0.0.1:${await serveFunctions()}`;
  place = `consent-register-session-1 ${baseUrl}`;
  ada = await newTenant();
  eve = await newTenant();
});

let calls: ReturnType<typeof watchCalls>;
let tab: Map<string, string>;
let channels: BroadcastChannel[];
const open: Sessions[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  calls = watchCalls();
  tab = newTab();
  channels = newChannels();
});

afterEach(async () => {
  for (const channel of channels) channel.close();
  for (const sessions of open.splice(0)) sessions.end('refused');
  // A session that has ended may still log out.
  await new Promise((resolve) => setTimeout(resolve, 50));
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Opens a page of the console: a tab beside those that the test has. */
const openPage = ({ service = baseUrl }: { readonly service?: string } = {}) => {
  const shown: SignInState[] = [];
  const beginAnew = vi.fn();
  const sessions = newSessions({ baseUrl: service, show: (state) => shown.push(state), beginAnew });
  const last = (): SignInState | undefined => shown.at(-1);
  const signedIn = (): SignedIn => {
    const state = last();
    if (state?.is !== 'in') throw new Error(`Nobody is signed in: ${state?.is}`);
    return state;
  };
  open.push(sessions);
  return {
    ...sessions,
    /** Waits until the session of another tab is that of this one. */
    join: async () => {
      await sessions.recall();
      await vi.waitFor(signedIn);
    },
    enter: ({ email }: Tenant, inTab = false) => sessions.signIn({ email, password }, inTab),
    last,
    signedIn,
    session: () => signedIn().session,
    beginAnew,
    channel: channels.at(-1),
  };
};

type OpenPage = ReturnType<typeof openPage>;

/** Ends a page as a reload does: the tab keeps what it has. */
const unload = ({ end, channel }: OpenPage): void => {
  const kept = [...tab];
  channel?.close();
  end('refused');
  for (const [name, value] of kept) tab.set(name, value);
};

/** Tabs of one browser, in the first of which Ada has signed in. */
const openTabs = async (count: number): Promise<[OpenPage, OpenPage, ...OpenPage[]]> => {
  const first = openPage();
  await first.enter(ada);
  const others = Array.from({ length: count - 1 }, () => openPage());
  await Promise.all(others.map(({ join }) => join()));
  return [first, ...others] as [OpenPage, OpenPage, ...OpenPage[]];
};

test('a sender, who may only check whom to write to, is not let in, and nothing of their tokens stays', async () => {
  const sender = await newTenant();
  await changeRole(table, { id: sender.userId, accountId: sender.accountId }, 'sender', changeAt());
  const { enter, last } = openPage();

  await expect(enter(sender, true)).rejects.toMatchObject({ code: 'user.sender-only' });

  expect(last()?.is).not.toBe('in');
  expect([...tab]).toEqual([]);
});

test('tokens are in memory alone, unless the user chooses that the tab keeps them', async () => {
  const { enter, session } = openPage();

  await enter(ada);
  expect([...tab]).toEqual([]);
  await enter(ada, true);

  expect([...tab.keys()]).toEqual([place]);
  expect(tab.get(place)).not.toMatch(new RegExp(`${ada.email}|${password}|${session().user.name}`));
});

test('twenty calls that meet an expired token make one refresh, which waits for no other tab where there is none', async () => {
  const { enter, session, channel } = openPage();
  await enter(ada, true);
  const before = tab.get(place);
  const send = vi.spyOn(channel as BroadcastChannel, 'postMessage');
  expire();

  await Promise.all(Array.from({ length: 20 }, () => session().client.listProjects({})));

  expect(calls.count('/refresh-token')).toBe(1);
  expect(send).not.toHaveBeenCalledWith({ is: 'asked' });
  expect(JSON.parse(tab.get(place) ?? '').tokens).not.toEqual(JSON.parse(before ?? '').tokens);
});

test('a refresh in one tab shows in all what the user may do from now on', async () => {
  const colleague = await newTenant();
  const [first, second] = [openPage(), openPage()];
  await first.enter(colleague);
  await second.join();
  expect(second.session().mayWrite).toBe(true);
  const { client, memory } = second.session();
  await changeRole(table, { id: colleague.userId, accountId: colleague.accountId }, 'reader', changeAt());
  expire();

  await first.session().client.details();

  await vi.waitFor(() => expect(second.session()).toMatchObject({ mayWrite: false, client, memory }));
});

test('after a session that the service ended the same user finds what they had, another one nothing', async () => {
  const { enter, session, last, beginAnew, end } = openPage();
  await enter(ada, true);
  session().memory.set('reason', 'typed');
  await endAllSessions(table, ada.userId, changeAt());

  await expect(session().client.details()).rejects.toMatchObject({ code: 'refresh-token.invalid' });

  expect(last()).toEqual({ is: 'out', why: 'refused' });
  expect([...tab]).toEqual([]);
  await enter(ada);
  expect(session().memory.get('reason')).toBe('typed');
  expect(beginAnew).not.toHaveBeenCalled();
  end('refused');
  await enter(eve);
  expect(session().memory.size).toBe(0);
  expect(beginAnew).toHaveBeenCalledOnce();
});

test('what was typed before nothing was done for long waits for the same user, and for no other', async () => {
  const { enter, session, end, forget } = openPage();
  await enter(ada);
  session().memory.set('reason', 'typed');

  end('idle');

  await enter(ada);
  expect(session().memory.get('reason')).toBe('typed');
  end('idle');
  await enter(eve);
  expect(session().memory.size).toBe(0);
  session().memory.set('reason', 'typed');
  end('idle');
  forget();
  await enter(eve);
  expect(session().memory.size).toBe(0);
});

test('a user who signs out leaves nothing behind', async () => {
  const { enter, session, last, end } = openPage();
  await enter(ada, true);
  const { memory } = session();
  memory.set('reason', 'typed');

  end('left');

  expect(last()).toEqual({ is: 'out', why: 'left' });
  expect({ memory: memory.size, tab: tab.size }).toEqual({ memory: 0, tab: 0 });
});

test('a refresh that is under way at the end brings no token back, and its session is ended at the service', async () => {
  const { enter, session, last, end } = openPage();
  await enter(ada, true);
  const { client } = session();
  expire();
  calls.refreshTakes = 50;
  const call = client.details().catch(() => undefined);
  await vi.waitFor(() => expect(calls.count('/refresh-token')).toBe(1));

  end('left');

  await vi.waitFor(() => expect(client.details()).rejects.toMatchObject({ code: 'refresh-token.invalid' }));
  await call;
  expect([...tab]).toEqual([]);
  expect(last()).toEqual({ is: 'out', why: 'left' });
});

test('a tab that kept its tokens goes on after a reload, but not where nobody was there for too long', async () => {
  const first = openPage();
  await first.enter(ada, true);
  unload(first);
  const second = openPage();

  await second.recall();

  const { client } = second.session();
  expect(calls.count('/login')).toBe(1);
  unload(second);
  passTime(15 * minute);
  const { recall, last } = openPage();
  await recall();
  expect(last()).toEqual({ is: 'out', why: 'idle' });
  expect([...tab]).toEqual([]);
  await vi.waitFor(() => expect(client.details()).rejects.toMatchObject({ status: 401 }));
});

test('a service that is away after a reload ends nothing: the user tries again', async () => {
  const first = openPage();
  await first.enter(ada, true);
  unload(first);
  const { recall, last } = openPage();
  const reach = fetch;
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({}, { status: 500 })));

  await recall();
  expect(last()).toMatchObject({ is: 'recalling', error: { code: 'answer.unexpected' } });
  expect(tab.size).toBe(1);

  vi.stubGlobal('fetch', reach);
  await recall();
  expect(last()?.is).toBe('in');
});

test('a page that was loaded again says that this signs the user out', async () => {
  const entry: object = { type: 'reload' };
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    Object.assign(Object.create(PerformanceEntry.prototype), entry),
  ]);
  const { recall, last } = openPage();

  await recall();

  expect(last()).toEqual({ is: 'out', why: 'reloaded' });
});

test('a browser that keeps nothing signs in all the same', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  const { enter, session } = openPage();

  await enter(ada, true);

  expect(session().user.id).toBe(ada.userId);
});

test('a tab that is opened beside another has its session, and stores nothing', async () => {
  const [first, second] = await openTabs(2);

  expect(second.session().user.id).toBe(ada.userId);
  expect(second.session().memory).not.toBe(first.session().memory);
  expect(calls.count('/login')).toBe(1);
  expect([...tab]).toEqual([]);
});

test('a session that nobody has used for too long opens in no other tab', async () => {
  const first = openPage();
  await first.enter(ada);
  passTime(15 * minute);
  const second = openPage();

  await second.recall();

  expect(second.last()).toEqual({ is: 'out' });
});

test('a tab that does not answer holds no other one up', async () => {
  const first = openPage();
  await first.enter(ada);
  first.channel?.close();
  const second = openPage();

  await second.recall();

  expect(second.last()).toEqual({ is: 'out' });
});

test('the consoles of two services on one host share nothing', async () => {
  const first = openPage();
  await first.enter(ada, true);
  const other = openPage({ service: baseUrl.replace('127.0.0.1', 'localhost') });

  await other.recall();

  expect(other.last()).toEqual({ is: 'out' });
  await other.enter(ada, true);
  other.end('left');
  expect(first.last()?.is).toBe('in');
  expect([...tab.keys()]).toEqual([place]);
});

test('of four tabs whose token has expired one refreshes, however long that takes, and no token is sent twice', async () => {
  const tabs = await openTabs(4);
  expire();
  calls.refreshTakes = 1_500;

  await Promise.all(tabs.map(({ session }) => session().client.details()));
  expire();
  calls.refreshTakes = 0;
  await Promise.all(tabs.toReversed().map(({ session }) => session().client.details()));

  expect(calls.count('/refresh-token')).toBe(2);
  expect(calls.usedTwice()).toEqual([]);
  expect(tabs.map(({ last }) => last()?.is)).toEqual(['in', 'in', 'in', 'in']);
});

test('a tab that heard of no refresh asks for the tokens before it would refresh them again', async () => {
  const [first, second] = await openTabs(2);
  const send = vi.spyOn(first.channel as BroadcastChannel, 'postMessage').mockImplementation(() => {});
  expire();
  await first.session().client.details();
  send.mockRestore();

  await second.session().client.details();

  expect(calls.count('/refresh-token')).toBe(1);
  expect(calls.usedTwice()).toEqual([]);
});

test('a tab whose refresh is refused asks the others once more', async () => {
  const [first, second] = await openTabs(2);
  const send = vi.spyOn(first.channel as BroadcastChannel, 'postMessage').mockImplementation(() => {});
  expire();
  await first.session().client.details();
  calls.refreshTakes = 100;
  const call = second.session().client.details();
  await vi.waitFor(() => expect(calls.count('/refresh-token')).toBe(2), 5_000);
  send.mockRestore();

  await call;

  expect(second.last()?.is).toBe('in');
  expect(calls.count('/refresh-token')).toBe(2);
});

test('a tab that comes back with old tokens takes those of a living one', async () => {
  const first = openPage();
  await first.enter(ada, true);
  const old = tab.get(place) ?? '';
  expire();
  await first.session().client.details();
  first.signedIn().noteInput(Date.now());
  tab.set(place, old);
  const back = openPage();

  await back.recall();

  expect(back.session().user.id).toBe(ada.userId);
  expect(calls.count('/refresh-token')).toBe(1);
});

test('where a tab is closed before it has the new tokens, the others sign in again', async () => {
  const [first, second] = await openTabs(2);
  expire();
  calls.refreshTakes = 100;
  first
    .session()
    .client.details()
    .catch(() => undefined);
  await vi.waitFor(() => expect(calls.count('/refresh-token')).toBe(1));
  unload(first);

  await expect(second.session().client.details()).rejects.toMatchObject({ code: 'refresh-token.invalid' });

  expect(second.last()).toEqual({ is: 'out', why: 'refused' });
});

test.each([
  ['left', 1],
  ['idle', 1],
  ['refused', 0],
] as const)('a session that ends in one tab (%s) ends in all, and %i times at the service', async (why, times) => {
  const [first, second] = await openTabs(2);
  const { client, memory } = second.session();
  memory.set('reason', 'typed');
  expire();

  first.end(why);

  await vi.waitFor(() => expect(second.last()).toEqual({ is: 'out', why }));
  expect(memory.size).toBe(why === 'left' ? 0 : 1);
  // The token had expired: it is refreshed first.
  await vi.waitFor(() => expect(calls.count('/logout')).toBe(2 * times));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(calls.count('/refresh-token')).toBe(times);
  expect(await client.details().catch(({ status }) => status)).toEqual(
    times === 1 ? 401 : expect.objectContaining({ id: ada.userId }),
  );
});

test('an answer that comes after the end brings no session back, and the next sign-in is that of all tabs', async () => {
  const [first, second] = await openTabs(2);
  const late = new BroadcastChannel(place);
  const heard: MessageEvent[] = [];
  late.addEventListener('message', (event) => heard.push(event as MessageEvent));
  late.postMessage({ is: 'asked' });
  await vi.waitFor(() => expect(heard).toHaveLength(2));
  first.end('left');
  await vi.waitFor(() => expect(second.last()?.is).toBe('out'));

  late.postMessage(heard[0]?.data);
  await new Promise((resolve) => setTimeout(resolve, 50));

  expect([first.last(), second.last()]).toEqual([
    { is: 'out', why: 'left' },
    { is: 'out', why: 'left' },
  ]);
  late.close();
  await first.enter(eve);
  await vi.waitFor(() => expect(second.session().user.id).toBe(eve.userId));
});

test('input in one tab is input in all: a tab that slept ends no session that another uses', async () => {
  const [first, second] = await openTabs(2);
  passTime(15 * minute);
  const send = vi.spyOn(first.channel as BroadcastChannel, 'postMessage').mockImplementation(() => {});
  first.signedIn().noteInput(Date.now());
  send.mockRestore();

  await second.endIdle();
  expect(second.last()?.is).toBe('in');
  passTime(14 * minute);
  const time = Date.now();
  first.signedIn().noteInput(time);
  await vi.waitFor(() => expect(second.signedIn().lastInput(Date.now())).toBe(time));
  passTime(15 * minute);
  await second.endIdle();

  await vi.waitFor(() => expect(first.last()).toEqual({ is: 'out', why: 'idle' }));
  expect(second.last()).toEqual({ is: 'out', why: 'idle' });
});

test('tabs of two users keep their tokens apart, and signing out in one signs out both', async () => {
  const [first, second] = [openPage(), openPage()];
  await Promise.all([first.enter(ada), second.enter(eve)]);
  expire();

  await Promise.all([first.session().client.details(), second.session().client.details()]);
  expect([first, second].map(({ session }) => session().user.id)).toEqual([ada.userId, eve.userId]);
  expect((await second.session().client.details()).id).toBe(eve.userId);
  const { client } = first.session();
  second.session().signOut();

  await vi.waitFor(() => expect(first.last()).toEqual({ is: 'out', why: 'left' }));
  await vi.waitFor(() => expect(client.details()).rejects.toMatchObject({ status: 401 }));
});

test('without locks each tab has a session of its own, and keeps it over a reload', async () => {
  vi.stubGlobal('navigator', {});
  const first = openPage();
  await first.enter(ada);
  const second = openPage();
  await second.recall();
  expect(second.last()).toEqual({ is: 'out' });
  await second.enter(eve, true);
  const again = openPage();

  await again.recall();

  expect([first, again].map(({ session }) => session().user.id)).toEqual([ada.userId, eve.userId]);
  again.end('left');
  expect(first.last()?.is).toBe('in');
});
