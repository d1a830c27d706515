/** Makes what belongs to a key once: for what takes long to make, such as formatters of `Intl`, and is needed in each row of a page. */
export const madeOnce = <Made>(make: (key: string) => Made): ((key: string) => Made) => {
  const made = new Map<string, { readonly it: Made }>();
  return (key) => {
    const { it } = made.get(key) ?? { it: make(key) };
    made.set(key, { it });
    return it;
  };
};
