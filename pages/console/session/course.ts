import type { Client, Credentials, TokenSet } from '../../../client/index.ts';
import { ConsentRegisterError } from '../../../client/index.ts';
import type { Being, EndOfSession, SignedIn } from './being.ts';
import { judgePresence } from './idle.ts';
import { logIn, logOut, openClient } from './open-client.ts';
import { mayWrite } from './scope.ts';
import type { Session } from './session.ts';
import type { TabHold } from './tab-hold.ts';
import { holdTab } from './tab-hold.ts';
import { forgetInTab, recallFromTab } from './tab-storage.ts';
import type { TokenKeeping } from './token-keeping.ts';
import { keepTokens } from './token-keeping.ts';

/** What the sessions use and change on the page. */
export interface Surroundings {
  /** The address of the service. */
  readonly baseUrl: string;
  readonly show: (being: Being) => void;
  /** Goes to the first page, because another reader has signed in who must not see the current one. */
  readonly beginAnew: () => void;
}

/** The sessions of a page, one at a time. */
export interface Course {
  /** @param inTab whether the tab keeps the tokens across reloads @throws ConsentRegisterError */
  readonly signIn: (credentials: Credentials, inTab: boolean) => Promise<void>;
  /** Continues with the tokens that the tab kept. */
  readonly recall: () => Promise<void>;
  readonly end: (why: EndOfSession) => void;
  /** Forgets what was remembered for the reader of the ended session. */
  readonly forget: () => void;
}

/** The state when the page loads. @param leave gets the tokens of a reader who was away for too long */
export const findBeing = (now: number, leave: (tokens: TokenSet) => void): Being => {
  const kept = recallFromTab();
  if (kept === undefined) return { is: 'out' };
  if (judgePresence(kept.lastInput, now).is !== 'gone') return { is: 'recalling' };
  forgetInTab();
  leave(kept.tokens);
  return { is: 'out', why: 'idle' };
};

/** The current or last reader. After a new sign-in, only the same reader continues where the session ended. */
interface Reader {
  readonly userId: number;
  readonly memory: Session['memory'];
}

/** A user of an account that is not set up can sign in but do nothing. This check reports it at the sign-in. */
const checkAccount = async (client: Client): Promise<void> => {
  try {
    await client.listProjects({});
  } catch (error) {
    if (error instanceof ConsentRegisterError && error.code === 'account.consent-register-disabled') throw error;
  }
};

export const newCourse = ({ baseUrl, show, beginAnew }: Surroundings): Course => {
  let keeping: TokenKeeping | undefined;
  let hold: TabHold | undefined;
  let reader: Reader | undefined;
  let signedIn: SignedIn | undefined;

  const drop = (): void => {
    keeping?.end();
    keeping = undefined;
    hold?.letGo();
    hold = undefined;
    signedIn = undefined;
  };

  const leave = async (): Promise<void> => {
    const tokens = await keeping?.store.load();
    if (tokens) await logOut(baseUrl, tokens);
  };

  const end = (why: EndOfSession): void => {
    if (why === 'left' || why === 'idle') leave();
    drop();
    if (why !== 'refused') reader?.memory.clear();
    if (why === 'left') {
      reader = undefined;
      beginAnew();
    }
    show({ is: 'out', why });
  };

  const welcome = (userId: number): Session['memory'] => {
    if (reader !== undefined && reader.userId !== userId) beginAnew();
    if (reader?.userId !== userId) reader = { userId, memory: new Map() };
    return reader.memory;
  };

  const showScope = ({ access_token }: TokenSet): void => {
    if (signedIn === undefined) return;
    signedIn = { ...signedIn, session: { ...signedIn.session, mayWrite: mayWrite(access_token) } };
    show(signedIn);
  };

  const begin = async (tokens: TokenSet, lastInput: number): Promise<void> => {
    const mine = keepTokens(tokens, { tab: hold?.tab, lastInput, onRenewed: showScope });
    keeping = mine;
    const client = openClient(baseUrl, mine.store, () => {
      if (keeping === mine) end('refused');
    });
    const [user] = await Promise.all([client.details(), checkAccount(client)]);
    if (keeping !== mine) return;
    const session = {
      ...{ client, user, signOut: () => end('left'), memory: welcome(user.id) },
      mayWrite: mayWrite(mine.accessToken()),
    };
    signedIn = { is: 'in', session, since: lastInput, noteInput: mine.noteInput };
    show(signedIn);
  };

  return {
    signIn: async (credentials, inTab) => {
      const tokens = await logIn(baseUrl, credentials);
      if (inTab) hold = await holdTab();
      try {
        await begin(tokens, Date.now());
      } catch (error) {
        drop();
        throw error;
      }
    },
    recall: async () => {
      const kept = recallFromTab();
      if (kept === undefined) return show({ is: 'out' });
      show({ is: 'recalling' });
      hold ??= await holdTab(kept.tab);
      if (hold === undefined) {
        forgetInTab();
        return end('copied');
      }
      await begin(kept.tokens, kept.lastInput).catch((error: unknown) => {
        if (keeping !== undefined) show({ is: 'recalling', error });
      });
    },
    end,
    forget: () => reader?.memory.clear(),
  };
};
