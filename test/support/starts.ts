/** Of the test file that runs, also where it has its modules loaded anew; none where nobody asks. */
const worker = globalThis as { starts?: { readonly counted: Map<string, number>; readonly syntheses: Set<string> } };

/** Begins a test file: the counts that fill while it runs, by what is started. */
export const beginStarts = (): ReadonlyMap<string, number> => {
  worker.starts = { counted: new Map(), syntheses: new Set() };
  return worker.starts.counted;
};

/** Whether starts are counted already, by an earlier file of the worker. */
export const areStartsCounted = (): boolean => worker.starts !== undefined;

/** Counts one start of a program, or a launch of a browser, for the file that runs now. */
export const countStart = (what: string): void => {
  const counted = worker.starts?.counted;
  counted?.set(what, (counted.get(what) ?? 0) + 1);
};

/** Counts the syntheses that a file asks for by their options, whichever file of the worker has CDK make them. */
export const countSynthesis = (options: string): void => {
  if (worker.starts === undefined || worker.starts.syntheses.has(options)) return;
  worker.starts.syntheses.add(options);
  countStart('synth');
};
