import type { ComponentChildren, JSX, VNode } from 'preact';
import { h } from 'preact';
import type { Proof } from '../../shared/consents/person-data.ts';
import { escapeInvisible, escapeInvisibleLines } from '../../shared/schema/visible-text.ts';
import type { InertMarkup } from '../html/sanitise.ts';
import type { Translate } from '../i18n/format.ts';

/**
 * The style of a frame with HTML of others. Most sites are light, and unusable fields keep their look. Nested columns can keep a browser busy for
 * ever, so the first layer forbids them: no later style overrides its important rules.
 */
export const frameStyle = `@layer { *, ::before, ::after { columns: auto !important; } ::details-content { columns: auto !important; } }
:where(body) { font-family: system-ui, sans-serif; overflow-wrap: break-word; }
a { text-decoration: underline; } :where(input:disabled, select:disabled, textarea:disabled, button:disabled) { color: FieldText; opacity: 1; }`;

/** What stands around markup, in the language of the page. */
export interface MarkupWords {
  readonly looks: (name: string) => string;
  readonly source: (name: string) => string;
  readonly asWritten: string;
  /** @param list names with counts, empty for nothing */
  readonly leftOut: (list: string) => string;
  readonly tooLong: string;
}

export const newMarkupWords = (t: Translate): MarkupWords => ({
  looks: (name) => t('evidence.markup.looks', { name }),
  source: (name) => t('evidence.markup.source', { name }),
  asWritten: t('evidence.markup.asWritten'),
  leftOut: (list) => t('evidence.markup.leftOut', { list: list === '' ? 'none' : list }),
  tooLong: t('evidence.markup.tooLong'),
});

/** Draws third-party markup as it looked, says what was left out, and lets the reader see the source. Shows the source alone if it cannot. */
export type DrawLooks = (name: string, text: string, source: VNode, words: MarkupWords) => JSX.Element;

/** How a page shows markup. */
export interface MarkupShowing {
  readonly words: MarkupWords;
  readonly drawLooks: DrawLooks;
  /** Characters that may still be drawn at once after earlier texts; by default the browser's limit. */
  readonly room?: number;
  /** Folds content that takes long to draw until the reader opens it. A page without a script draws everything. */
  readonly fold?: (name: string, characters: number, render: () => JSX.Element) => JSX.Element;
}

/** How many characters a browser draws at once. */
export const drawnAtOnce = 200_000;

const foldLong = (
  text: string,
  { fold, room = drawnAtOnce }: MarkupShowing,
  name: string,
  render: () => JSX.Element,
): JSX.Element => (fold && text.length > room ? fold(name, text.length, render) : render());

/** The elements left out of markup, in words. */
export const describeLeftOut = ({ leftOut }: InertMarkup, words: MarkupWords): string =>
  words.leftOut([...leftOut].map(([name, count]) => `${name} (${count})`).join(', '));

/** For a text of which usually nothing is left out: words that say nothing of it then. */
export const sayOnlyWhatIsLeftOut = (words: MarkupWords): MarkupWords => ({
  ...words,
  leftOut: (list) => (list === '' ? '' : words.leftOut(list)),
});

/** Whether a browser shows a text differently from its source. */
export const isMarkup = (text: string): boolean => /<[a-z][^<>]*>/i.test(text);

/** The source of a proof, with its invisible characters. It prints, because a frame would be cut off. */
const renderLines = (name: string, text: string): JSX.Element =>
  h('pre', { class: 'source', dir: 'ltr', role: 'group', tabindex: 0, 'aria-label': name }, escapeInvisibleLines(text));

/** A text of others, and how the page shows it. */
interface ShownText {
  readonly name: string;
  readonly text: string;
  readonly showing: MarkupShowing;
}

/** The same, folded if it is long and the page can fold. */
export const Source = ({ name, text, showing }: ShownText): JSX.Element =>
  foldLong(text, showing, name, () => renderLines(name, text));

/** The source of markup that cannot be shown as it looked, below the reason. */
export const SourceAlone = ({
  reason,
  source,
  words,
}: {
  readonly reason: ComponentChildren;
  readonly source: VNode;
  readonly words: MarkupWords;
}): VNode => h('div', null, reason, h('h4', null, words.asWritten), source);

/** Third-party markup as it looked, with its source. */
export const Markup = ({ name, text, showing }: ShownText): JSX.Element => {
  const { words, drawLooks } = showing;
  return foldLong(text, showing, words.looks(name), () =>
    drawLooks(name, text, renderLines(words.source(name), text), words),
  );
};

/** Longer texts have a box of their own. */
const lineCharacters = 200;

const isLine = (text: string): boolean => text.length <= lineCharacters && !/[\r\n]/.test(text);

/** The heading level of the parts of a proof. */
type Level = 'h3' | 'h4';

const Member = ({ name, text, showing, level }: ShownText & { readonly level: Level }): JSX.Element => {
  const shown = escapeInvisible(name);
  const title = h(level, null, h('bdi', null, shown));
  if (isMarkup(text)) return h('section', null, title, h(Markup, { name: shown, text, showing }));
  const value = isLine(text)
    ? h('p', null, h('bdi', null, escapeInvisible(text)))
    : h(Source, { name: shown, text, showing });
  return h('section', null, title, value);
};

/** The room left for each part to be drawn at once. A part that does not fit is folded and takes no room. */
const findRooms = (texts: readonly string[]): readonly number[] => {
  let room = drawnAtOnce;
  return texts.map((text) => {
    const before = room;
    if (text.length <= room) room -= text.length;
    return before;
  });
};

/**
 * The parts of a proof as text, and markup also as it looked. A box around them keeps the name of a part from looking like a heading of the page.
 * Content that is too long to draw at once is drawn when the reader opens it.
 */
export const ProofTexts = ({
  proof,
  markup,
  level,
}: {
  readonly proof: Proof;
  readonly markup: MarkupShowing;
  readonly level: Level;
}): JSX.Element => {
  const rooms = findRooms(Object.values(proof));
  return h(
    'div',
    { class: 'told' },
    Object.entries(proof).map(([name, text], i) =>
      h(Member, { key: name, name, text, showing: { ...markup, room: rooms[i] ?? 0 }, level }),
    ),
  );
};
