import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

type Colour = readonly [red: number, green: number, blue: number];

/** How a colour looks (Machado, Oliveira, Fernandes 2009, wholly colour-blind), as what each of its parts adds to each. */
const visions: Readonly<Record<string, readonly [Colour, Colour, Colour]>> = {
  common: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const css = await readFile(join(import.meta.dirname, '../../../pages/ui/tokens.css'), 'utf8');

const toLinear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

/** A colour of the stylesheet, in linear light. */
const read = (name: string, scheme: 'light' | 'dark'): Colour => {
  const [, light = '', dark = ''] = new RegExp(`--${name}: light-dark\\(#(\\w{6}), #(\\w{6})\\)`).exec(css) ?? [];
  const parts = (scheme === 'light' ? light : dark).match(/../g) ?? [];
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = parts.map((part) =>
    toLinear(Number.parseInt(part, 16) / 255),
  );
  return [red, green, blue];
};

const weigh = (weights: Colour, [red, green, blue]: Colour): number =>
  weights[0] * red + weights[1] * green + weights[2] * blue;

const luminance = (colour: Colour): number => weigh([0.2126, 0.7152, 0.0722], colour);

const contrast = (one: Colour, other: Colour): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

/** A colour in L*a*b* of the CIE, where distances are those that people see. */
const toLab = (colour: Colour): Colour => {
  const root = (part: number): number => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116);
  const x = root(Math.max(0, weigh([0.4124, 0.3576, 0.1805], colour)) / 0.9505);
  const y = root(Math.max(0, luminance(colour)));
  const z = root(Math.max(0, weigh([0.0193, 0.1192, 0.9505], colour)) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
};

const states = ['good', 'bad', 'due', 'past'];

/** A distance that is plain to see, side by side or not. */
const plain = 12;

test.each(
  Object.entries(visions).flatMap(([name, vision]) =>
    (['light', 'dark'] as const).map((scheme) => [name, scheme, vision] as const),
  ),
)('no two states look alike in text or background: %s, %s', (_name, scheme, vision) => {
  const see = (colour: Colour): Colour =>
    toLab([weigh(vision[0], colour), weigh(vision[1], colour), weigh(vision[2], colour)]);
  for (const part of ['', '-ground'])
    for (const [i, one] of states.entries())
      for (const other of states.slice(i + 1)) {
        const [a, b] = [see(read(one + part, scheme)), see(read(other + part, scheme))];
        expect(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]), `${one + part}, ${other + part}`).toBeGreaterThan(
          plain,
        );
      }
});

test.each(['light', 'dark'] as const)('text has the contrast of WCAG 2.2 AA wherever it stands: %s', (scheme) => {
  const of = (name: string): Colour => read(name, scheme);
  for (const text of ['ink', 'soft', 'accent', 'accent-strong', ...states])
    for (const ground of ['ground', 'raised'])
      expect(contrast(of(text), of(ground)), `${text} on ${ground}`).toBeGreaterThan(4.5);
  for (const state of states) expect(contrast(of(state), of(`${state}-ground`)), state).toBeGreaterThan(4.5);
  for (const state of states) expect(contrast(of('ink'), of(`${state}-ground`)), state).toBeGreaterThan(4.5);
  expect(contrast(of('on-accent'), of('accent'))).toBeGreaterThan(4.5);
  expect(contrast(of('edge'), of('ground'))).toBeGreaterThan(3);
});
