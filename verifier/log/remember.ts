/** Makes something of an object once, however often it is asked for. The object must not change. */
export const remember = <Source extends object, Made>(make: (source: Source) => Made): ((source: Source) => Made) => {
  const known = new WeakMap<Source, Made>();
  return (source) => {
    const made = known.get(source) ?? make(source);
    known.set(source, made);
    return made;
  };
};

/** What has the same name, in the order of the list. */
export const groupByName = <Value>(
  values: readonly Value[],
  nameOf: (value: Value) => string,
): ReadonlyMap<string, readonly Value[]> => {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const group = groups.get(nameOf(value));
    if (group === undefined) groups.set(nameOf(value), [value]);
    else group.push(value);
  }
  return groups;
};
