/** Limits of what is shown. Longer or deeper markup would be made to stop the program that reads it. */
export const mostMarkup = { depth: 200, elements: 50_000 };

/** Markup that runs nothing, loads nothing, links nowhere and has no usable fields. */
export interface InertMarkup {
  readonly body: string;
  /** Rules of the markup's own style elements. */
  readonly style: string;
  /** How often each unsafe element was left out. */
  readonly leftOut: ReadonlyMap<string, number>;
}

/** What a sanitiser does not decide itself, whichever one it is: how styles become inert, and what is said of what was left out. */
export interface Notes {
  /** Notes that an element, or an address, was left out. */
  readonly leaveOut: (name: string, times?: number) => void;
  /** The value of a `style` attribute that loads nothing and overrides no rule of the frame. */
  readonly sanitiseStyle: (value: string) => string;
  /** Keeps the rules of a style element, without what they load. */
  readonly keepRules: (css: string) => void;
  readonly finish: (body: string) => InertMarkup;
}

/** For one text. */
export const newNotes = (): Notes => {
  const leftOut = new Map<string, number>();
  const rules: string[] = [];
  const leaveOut: Notes['leaveOut'] = (name, times = 1) => {
    if (times > 0 && name !== 'title') leftOut.set(name, (leftOut.get(name) ?? 0) + times);
  };
  const makeInert = (css: string): string => {
    const inert = makeStyleInert(css);
    leaveOut('address in a style', inert.leftOut);
    return inert.css;
  };
  return {
    leaveOut,
    sanitiseStyle: (value) => makeInert(value.replace(/!\s*important/gi, '').replaceAll('!', '')),
    keepRules: (css) => rules.push(makeInert(css)),
    finish: (body) => ({ body, style: rules.join('\n').replaceAll('</', '<\\/'), leftOut }),
  };
};

/** What stands for a picture, which is not loaded. */
export const describePicture = (alt: string): string => (alt.trim() === '' ? '[picture]' : `[picture: ${alt.trim()}]`);

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
const makeStyleInert = (css: string): { readonly css: string; readonly leftOut: number } => {
  const count = countLoading(css);
  const hidden = countLoading(readEscapes(css)) - count;
  if (hidden !== 0) return { css: '', leftOut: count + hidden };
  return { css: css.replace(loading, (what) => (what.startsWith('@') ? '@none' : 'none(')), leftOut: count };
};
