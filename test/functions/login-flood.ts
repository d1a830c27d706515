import { limits } from '../../shared/api/limits.ts';
import type { Reply } from '../support/call/invoke.ts';
import { loginPatiently, loginTimes } from './patient-login.ts';

export const { loginAttemptsOnEmailFromSite, loginAttemptsOnEmail, loginAttemptsFromSite } = limits;

export const timeout = 120_000;

export const right = 'the right password';

export const login = (email: string, sourceIp: string): Promise<Reply> =>
  loginPatiently({ email, password: right, sourceIp });

export const guessTimes = (count: number, email: (i: number) => string, sourceIp: string): Promise<Reply[]> =>
  loginTimes(count, (i) => ({ email: email(i), password: 'a guess', sourceIp }));

let addresses = 0;

/** An address that nobody has used. */
export const newAddress = (): string => {
  addresses += 1;
  return `198.51.${addresses >> 8}.${addresses & 255}`;
};
