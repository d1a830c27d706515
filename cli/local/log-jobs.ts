import { setTimeout as sleep } from 'node:timers/promises';
import type { Table } from '../../shared/store/table.ts';
import type { Follower } from './stream.ts';
import { followStream } from './stream.ts';

/** Milliseconds between two checks for new entries: shorter than in a deployment, since developers do not wait a quarter of an hour. */
const publishingPause = 5_000;

/** Calls the job after new entries, and after a failure, until the signal comes. It reports the second failure in a row. */
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

/** Runs the jobs of the log on this machine. It loads them, so set the environment first. */
export const startLogJobs = async (table: Table, endpoint: string): Promise<Follower> => {
  const [feeding, publishing] = await Promise.all([
    import('../../functions/jobs/feed-log.ts'),
    import('../../functions/jobs/publish-checkpoint.ts'),
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
