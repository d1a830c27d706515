/** Of all that tests draw by chance. The same in every run of the gate; `TEST_SEED` says another, `random` a new one. */
export const seed = Number(process.env.TEST_SEED ?? 1);

/** So many runs of a property, or a multiple of them where `TEST_RUNS` says how many times as many. */
export const runs = (count: number): number => count * Number(process.env.TEST_RUNS ?? 1);
