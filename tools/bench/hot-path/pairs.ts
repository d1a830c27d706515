import { quantile } from '../../program.ts';

/** One of two sides that are compared. */
export interface Side {
  /** Gets a run ready; only the run itself is timed. */
  readonly prepare: () => () => Promise<unknown>;
  /** Comes before the other side's turn. */
  readonly tidy?: () => Promise<void>;
}

/** Medians in milliseconds. */
export interface Comparison {
  readonly one: number;
  readonly other: number;
  /** Of one side less the other, pair by pair. */
  readonly difference: number;
  readonly pairs: number;
}

const time = async ({ prepare, tidy }: Side): Promise<number> => {
  const run = prepare();
  const start = performance.now();
  await run();
  const end = performance.now();
  await tidy?.();
  return end - start;
};

/** Runs both sides in turn, the first one now first and now second, for a number of milliseconds after a warm-up. */
export const comparePairs = async (
  one: Side,
  other: Side,
  { warmUp, milliseconds }: { readonly warmUp: number; readonly milliseconds: number },
): Promise<Comparison> => {
  const pairs: { readonly one: number; readonly other: number }[] = [];
  const begin = performance.now();
  for (let turn = 0; performance.now() - begin < warmUp + milliseconds; turn += 1) {
    const isOneFirst = turn % 2 === 0;
    const first = await time(isOneFirst ? one : other);
    const second = await time(isOneFirst ? other : one);
    if (performance.now() - begin < warmUp) continue;
    pairs.push(isOneFirst ? { one: first, other: second } : { one: second, other: first });
  }
  return {
    one: quantile(pairs.map((pair) => pair.one)),
    other: quantile(pairs.map((pair) => pair.other)),
    difference: quantile(pairs.map((pair) => pair.one - pair.other)),
    pairs: pairs.length,
  };
};
