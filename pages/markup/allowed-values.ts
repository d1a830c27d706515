const list = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** The allowed values in words: `bold or normal`, `ltr, rtl or auto`. */
export const describeAllowed = (values: readonly string[]): string => list.format(values);
