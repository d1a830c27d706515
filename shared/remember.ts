/** Makes something of an object once, however often it is asked for. The object must not change. */
export const remember = <Source extends object, Made>(make: (source: Source) => Made): ((source: Source) => Made) => {
  const known = new WeakMap<Source, Made>();
  return (source) => {
    const made = known.get(source) ?? make(source);
    known.set(source, made);
    return made;
  };
};
