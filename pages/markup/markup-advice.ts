import type { Format } from './format.ts';

const [asText, asDiv, asFont, asPicture, asSign] = [
  'write the text without it',
  'write <div>, because pages often hide or move such parts',
  'leave the size and colour of text to the page',
  'say in words what the picture shows',
  'a text has no fields; write ☐ or ☑ instead, in Markdown as well',
];

/** What to write instead of a refused element. */
export const elementAdvice: ReadonlyMap<string, string> = new Map([
  ...['abbr', 'address', 'dfn', 'mark', 'time'].map((name): [string, string] => [name, asText]),
  ...['article', 'aside', 'footer', 'header', 'main', 'nav'].map((name): [string, string] => [name, asDiv]),
  ...['big', 'font', 'small'].map((name): [string, string] => [name, asFont]),
  ...['img', 'picture', 'svg', 'video'].map((name): [string, string] => [name, asPicture]),
  ...['button', 'input', 'select', 'textarea'].map((name): [string, string] => [name, asSign]),
  ['center', 'write style="text-align: center"'],
  ['details', 'write the text where everybody sees it without a click'],
  ['strike', 'write <s>'],
]);

const attributeAdvice: ReadonlyMap<string, string> = new Map([
  ['align', 'write style="text-align: …"'],
  ['class', 'what it looks like depends on the page'],
  ['name', 'write an id'],
  ['title', 'many readers never see it; write it in the text'],
]);

/** What to write instead of a refused attribute. */
export const adviceOnAttribute = (name: string, format: Format): string | undefined => {
  const advice = attributeAdvice.get(name);
  return name === 'class' && format === 'markdown' ? `${advice}; name no language after \`\`\`` : advice;
};
