import { IntlMessageFormat } from 'intl-messageformat';

type Element = ReturnType<IntlMessageFormat['getAst']>[number];

/** How a message uses a value: as it comes, as the case of a `select`, or as the number of a plural form. */
type Use = 'text' | 'select' | 'boolean' | 'plural';

const usesIn = (elements: readonly Element[]): (readonly [name: string, use: Use])[] =>
  elements.flatMap((element) => {
    if (!('options' in element))
      return 'value' in element && element.type !== 0 ? [[element.value, 'text'] as const] : [];
    const isPlural = 'pluralType' in element;
    const choice: Use = 'true' in element.options ? 'boolean' : 'select';
    return [
      [element.value, isPlural ? 'plural' : choice] as const,
      ...Object.values(element.options).flatMap(({ value }) => usesIn(value)),
    ];
  });

/** The values of a message by name, and how it uses each. @throws SyntaxError of a message that is none */
export const readArguments = (message: string): ReadonlyMap<string, ReadonlySet<Use>> => {
  const uses = usesIn(new IntlMessageFormat(message, 'en', undefined, { ignoreTag: true }).getAst());
  return new Map(
    [...Map.groupBy(uses, ([name]) => name)].map(([name, each]) => [name, new Set(each.map(([, use]) => use))]),
  );
};

const typeOf = (uses: ReadonlySet<Use>): string => {
  if (uses.has('plural')) return 'number';
  if (uses.has('boolean')) return 'boolean';
  return uses.has('select') ? 'string' : 'string | number';
};

/** The text of `arguments.ts`: the values that each message takes. @param english the catalogue that has them */
export const writeArguments = (english: Readonly<Record<string, string>>): string => {
  const members = Object.entries(english).flatMap(([key, message]) => {
    const values = [...readArguments(message)].map(([name, uses]) => `readonly ${name}: ${typeOf(uses)}`);
    return values.length === 0 ? [] : [`  '${key}': { ${values.join('; ')} };\n`];
  });
  return `/** The values that messages take, made of \`en.json\` by \`npm run generate\`. */\nexport interface MessageArguments {\n${members.join('')}}\n`;
};
