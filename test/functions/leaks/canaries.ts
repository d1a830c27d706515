import { noise } from '../../support/make/chance.ts';

const unique = (): string => noise(9).toString('hex');

const makers: readonly (() => string)[] = [
  () => `Ada-${unique()}`,
  () => `Lovelace "${unique()}" O'Brien`,
  () => `${unique()}@Mail.Example`,
  () => `+39 055 ${BigInt(`0x${unique()}`)}`,
  () => `RSSMRA${unique().toUpperCase()}`,
  () => `pass word ${unique()} §é`,
  () => `https://shop.example/?session=${unique()}&x=1`,
  () => `<form data-x="${unique()}">`,
  () => `$2b$04$${noise(40).toString('base64').replace(/[+=]/g, '.').slice(0, 53)}`,
  () => `key-${unique()}`,
];

/** Values of every kind that is nobody else's business. */
export const makeCanaries = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => makers[i % makers.length]?.() ?? '');

/** The ways in which a text may find its way into another one. */
const formsOf = (canary: string): string[] => {
  const bytes = Buffer.from(canary);
  return [
    canary,
    canary.toLowerCase(),
    canary.toUpperCase(),
    JSON.stringify(canary).slice(1, -1),
    encodeURIComponent(canary),
    encodeURIComponent(canary).replaceAll('%20', '+'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
};

/** The end of a token is its secret part; a piece of it is too much. */
const pieceOf = (token: string): string => token.slice(-16);

/** What looks for canaries, in any of their forms, and for pieces of tokens. */
export const newDetector = (canaries: readonly string[], tokens: readonly string[]) => {
  const needles = [...new Set([...canaries.flatMap(formsOf), ...tokens.map(pieceOf)])];
  return (text: string): string[] => needles.filter((needle) => text.includes(needle));
};
