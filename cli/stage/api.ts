import { contract } from '../../shared/contract.ts';
import { lifetimes } from '../../shared/lifetimes.ts';

/** Sends the API a call without a token, which every register refuses. Undefined if nothing answers. */
export const askApi = async (apiUrl: string): Promise<Response | undefined> => {
  const request = { method: 'POST', signal: AbortSignal.timeout(10_000) };
  return fetch(`${apiUrl}${contract.details.path}`, request).catch(() => undefined);
};

/** The seconds between the clock of this machine and the API's; undefined if the API sends no time. */
export const measureSkew = async (apiUrl: string | undefined): Promise<number | undefined> => {
  if (apiUrl === undefined) return undefined;
  const answer = await askApi(apiUrl);
  const time = Date.parse(answer?.headers.get('date') ?? '');
  return Number.isNaN(time) ? undefined : Math.round(Math.abs(Date.now() - time) / 1_000);
};

/** Whether a clock with this difference is reliable. */
export const isTolerable = (seconds: number): boolean => seconds <= lifetimes.clockSkewSeconds;
