import { gatewayQuota } from './regions.ts';

/** Requests a second that Lambda lets a container take (Lambda quotas, "requests per second"). */
const requestsPerContainer = 10;

/**
 * The rate of `/login` unless one is given. Where it has containers of its own, all that they take, and the account with them.
 * By default, a rate at which logins leave room for other operations in the ten containers of a new AWS account: bcrypt
 * fills three or four of them, a burst five more.
 */
export const loginRate = (
  loginConcurrency: number,
  region: string,
): { readonly loginsPerSecond: number; readonly loginBurst: number } => {
  if (loginConcurrency === 0) return { loginsPerSecond: 10, loginBurst: 5 };
  const { rate, burst } = gatewayQuota(region);
  const logins = loginConcurrency * requestsPerContainer;
  return { loginsPerSecond: Math.min(logins, rate), loginBurst: Math.min(logins, burst) };
};
