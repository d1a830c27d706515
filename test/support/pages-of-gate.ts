/** Every page that a person reads, with the test of the gate that draws it, as `file > group > test`. */
export const pagesOfGate: Readonly<Record<string, string>> = {};
