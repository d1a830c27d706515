/** Name -> weight, in a header such as Accept-Encoding or Accept-Language (RFC 9110, section 12.4.2). */
export const readWeights = (header: string): ReadonlyMap<string, number> =>
  new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const weight = Number(parameters.find((text) => text.startsWith('q='))?.slice(2) ?? 1);
      return [name, Number.isNaN(weight) ? 0 : weight];
    }),
  );
