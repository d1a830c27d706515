/** Punycode (RFC 3492). The package has no types of its own. */
declare module 'punycode.js' {
  const punycode: {
    /** The ASCII form of a label, without the prefix `xn--`. */
    readonly encode: (label: string) => string;
  };
  export = punycode;
}
