import pMap from 'p-map';
import type { Reply } from '../support/call/invoke.ts';
import { invoke } from '../support/call/invoke.ts';

/** A login as a caller sends it, and the address it comes from. */
export interface SentLogin {
  readonly email: string;
  readonly password: string;
  readonly sourceIp: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Logs in again where a busy machine kept the store from answering in time: such an attempt does not count. */
export const loginPatiently = async ({ email, password, sourceIp, headers = {} }: SentLogin): Promise<Reply> => {
  for (;;) {
    const reply = await invoke('login', { email, password }, { sourceIp, headers });
    if (reply.status !== 503) return reply;
  }
};

/** So many logins, some at once. */
export const loginTimes = (count: number, login: (i: number) => SentLogin): Promise<Reply[]> =>
  pMap(Array.from({ length: count }), (_, i) => loginPatiently(login(i)), { concurrency: 8 });
