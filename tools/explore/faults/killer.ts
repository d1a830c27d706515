import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../../../test/support/call/functions.ts';
import { callOverHttp } from '../../../test/support/call/functions.ts';
import type { Random } from '../../../test/support/make/chance.ts';

interface Server {
  readonly process: ChildProcess;
  readonly baseUrl: string;
}

const start = async (): Promise<Server> => {
  const process = fork(new URL('./server.ts', import.meta.url), { stdio: 'ignore' });
  const [port] = await Promise.race([
    once(process, 'message'),
    once(process, 'exit').then(() => Promise.reject(new Error('A server ended before it was ready.'))),
  ]);
  return { process, baseUrl: `http://127.0.0.1:${port}` };
};

/** A server serves for between these milliseconds before it is killed. */
const [shortest, longest] = [5, 400];

/** A service that is killed and started again. While one process serves, the next one is getting ready. */
export class Killer {
  #serving = start();
  #next = start();
  #inFlight = 0;
  kills = 0;
  /** Requests that were being served when their process was killed. */
  killedRequests = 0;

  readonly call: Caller = async (...request) => {
    const { baseUrl } = await this.#serving;
    this.#inFlight += 1;
    try {
      return await callOverHttp(baseUrl)(...request);
    } finally {
      this.#inFlight -= 1;
    }
  };

  /** Kills one process after another at times drawn from the seed, when requests are under way, until it is stopped. */
  disturb(random: Random, wanted: number): () => Promise<void> {
    let isOver = false;
    const killing = (async () => {
      while (!isOver && this.kills < wanted) {
        const { process } = await this.#serving;
        await sleep(shortest + random.below(longest - shortest));
        if (isOver || this.#inFlight === 0) continue;
        this.kills += 1;
        this.killedRequests += this.#inFlight;
        this.#serving = this.#next;
        this.#next = start();
        const ended = once(process, 'exit');
        process.kill('SIGKILL');
        await ended;
      }
    })();
    return async () => {
      isOver = true;
      await killing;
    };
  }

  async stop(): Promise<void> {
    for (const server of [await this.#serving, await this.#next]) {
      const ended = once(server.process, 'exit');
      server.process.kill('SIGKILL');
      await ended;
    }
  }
}
