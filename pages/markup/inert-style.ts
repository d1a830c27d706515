/** Parts of a style that load something. */
const loading = /(?:url|src|image|image-set|cross-fade)\s*\(|@import/gi;

const countLoading = (css: string): number => css.match(loading)?.length ?? 0;

/** As browsers read it: they read `\75 rl(` as `url(`. */
const readEscapes = (css: string): string =>
  css.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gis, (_, digits?: string, character = '') => {
    const code = digits === undefined ? undefined : Number.parseInt(digits, 16);
    return code === undefined || code > 0x10ffff ? character : String.fromCodePoint(code);
  });

/** A style that loads nothing, and how much of it was left out: everything, if it hides what it loads behind escapes. */
export const makeStyleInert = (css: string): { readonly css: string; readonly leftOut: number } => {
  const count = countLoading(css);
  const hidden = countLoading(readEscapes(css)) - count;
  if (hidden !== 0) return { css: '', leftOut: count + hidden };
  return { css: css.replace(loading, (what) => (what.startsWith('@') ? '@none' : 'none(')), leftOut: count };
};
