import { contract } from '../../../shared/contract.ts';
import { lifetimes } from '../../../shared/lifetimes.ts';

/** Asks the API who a caller without a token is, which every register refuses. Undefined where nothing answers. */
export const askApi = async (apiUrl: string): Promise<Response | undefined> => {
  const request = { method: 'POST', signal: AbortSignal.timeout(10_000) };
  return fetch(`${apiUrl}${contract.details.path}`, request).catch(() => undefined);
};

/** By how many seconds the clock of this machine differs from that of the API; undefined where the API tells no time. */
export const measureSkew = async (apiUrl: string | undefined): Promise<number | undefined> => {
  if (apiUrl === undefined) return undefined;
  const answer = await askApi(apiUrl);
  const time = Date.parse(answer?.headers.get('date') ?? '');
  return Number.isNaN(time) ? undefined : Math.round(Math.abs(Date.now() - time) / 1_000);
};

/** Whether a clock that differs by so many seconds can be relied on. */
export const isTolerable = (seconds: number): boolean => seconds <= lifetimes.clockSkewSeconds;
