import { gatewayQuota } from './regions.ts';

/** Requests a second that Lambda allows for each container (Lambda quotas, "requests per second"). */
const requestsPerContainer = 10;

/**
 * The default rate of `/login`. With reserved containers: everything that they and the account allow.
 * Otherwise a rate at which logins leave room for other operations in the ten containers of a new AWS account: bcrypt
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
