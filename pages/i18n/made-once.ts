/** Makes a value once per key: for slow values, such as formatters of `Intl`, that every row of a page needs. */
export const madeOnce = <Key, Made>(make: (key: Key) => Made): ((key: Key) => Made) => {
  const made = new Map<Key, { readonly it: Made }>();
  return (key) => {
    const { it } = made.get(key) ?? { it: make(key) };
    made.set(key, { it });
    return it;
  };
};
