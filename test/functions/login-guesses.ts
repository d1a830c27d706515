import bcrypt from 'bcryptjs';
import { expect, vi } from 'vitest';
import { lifetimes } from '../../shared/lifetimes.ts';
import { limits } from '../../shared/limits.ts';
import { invoke } from '../support/invoke.ts';
import { password } from '../support/password.ts';
import { loginTimes } from '../support/patient-login.ts';

export const { loginAttemptsOnEmailFromSite, loginAttemptsOnEmail, loginAttemptsFromSite } = limits;

export const { loginWindowSeconds, loginWindowSecondsLongest } = lifetimes;

export const noon = '2026-11-20T12:00:00Z';

let addresses = 0;

/** An address that no other test uses. */
export const newAddress = (): string => {
  addresses += 1;
  return `198.51.${addresses >> 8}.${addresses & 255}`;
};

/** Counts what would take bcrypt's time: on Lambda each guess has a container of its own, here all share a thread. */
export const countEvaluations = () => vi.spyOn(bcrypt, 'compare').mockImplementation(async () => false);

/** On a busy machine the store may not answer some attempts in time: they were counted, and got 503 instead of bcrypt. */
export const expectAtMost = (limit: number, evaluations: ReturnType<typeof countEvaluations>): void => {
  const { length } = evaluations.mock.calls;
  expect(length).toBeGreaterThan(0);
  expect(length).toBeLessThanOrEqual(limit);
};

export const guess = (email: string, sourceIp: string) => invoke('login', { email, password: 'a guess' }, { sourceIp });

export const guessTimes = (count: number, email: string, sourceIp: string) =>
  Promise.all(Array.from({ length: count }, () => guess(email, sourceIp)));

/** Uses up all that an email has room for, which takes several addresses. */
export const exhaustEmail = (email: string) =>
  loginTimes(loginAttemptsOnEmail, () => ({ email, password: 'a guess', sourceIp: newAddress() }));

export const countStatus = (replies: readonly { status: number }[], status: number): number =>
  replies.filter((reply) => reply.status === status).length;

export const signIn = (email: string, sourceIp: string) => invoke('login', { email, password }, { sourceIp });
