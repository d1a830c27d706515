import { setTimeout as sleep } from 'node:timers/promises';
import type { Table } from '../../shared/store/client.ts';
import type { Follower } from './stream.ts';
import { followStream } from './stream.ts';

/** Milliseconds between two looks at whether something was appended: on a machine nobody wants to wait for a quarter of an hour. */
const publishingPause = 5_000;

/** Calls the job whenever something was appended since, after a failure too, until the signal comes. A second failure in a row is told. */
const publishRegularly = async (
  publish: () => Promise<void>,
  takeChange: () => boolean,
  signal: AbortSignal,
): Promise<void> => {
  let failures = 0;
  while (!signal.aborted) {
    if (takeChange() || failures > 0) {
      failures = await publish().then(
        () => 0,
        (error) => {
          if (failures === 1 && !signal.aborted) console.error(error);
          return failures + 1;
        },
      );
    }
    await sleep(publishingPause, undefined, { signal, ref: false }).catch(() => {});
  }
};

/** Runs the jobs of the log on this machine: loads them, so the environment must be set before. */
export const startLogJobs = async (table: Table, endpoint: string): Promise<Follower> => {
  const [feeding, publishing] = await Promise.all([
    import('../../jobs/feed-log.ts'),
    import('../../jobs/publish-checkpoint.ts'),
  ]);
  let hasChanged = true;
  const follower = await followStream(table, endpoint, async (event) => {
    await feeding.handler(event);
    hasChanged = true;
  });
  const takeChange = (): boolean => {
    const taken = hasChanged;
    hasChanged = false;
    return taken;
  };
  const stop = new AbortController();
  const published = publishRegularly(publishing.handler, takeChange, stop.signal);
  return {
    stop: async () => {
      stop.abort();
      await Promise.all([follower.stop(), published]);
    },
  };
};
