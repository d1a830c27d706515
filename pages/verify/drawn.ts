/** Lets the browser draw before long work starts. */
export const drawn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
