/** Makes a value once per key: for slow values, such as formatters of `Intl`, that every row of a page needs. */
export const madeOnce = <Made>(make: (key: string) => Made): ((key: string) => Made) => {
  const made = new Map<string, { readonly it: Made }>();
  return (key) => {
    const { it } = made.get(key) ?? { it: make(key) };
    made.set(key, { it });
    return it;
  };
};
