import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { Dimension } from '../../shared/consents/reports/dimension.ts';
import { dimensions } from '../../shared/consents/reports/dimension.ts';

const isDimension = (name: string): name is Dimension => (dimensions as readonly string[]).includes(name);

const toDimension = (text: string): Dimension => {
  const name = text.trim();
  if (isDimension(name)) return name;
  throw new InvalidArgumentError(
    `${name === '' ? 'A word is missing.' : `There is no "${name}".`} Use ${dimensions.join(', ')}.`,
  );
};

/** The dimensions in --by, in order. Versions belong to a notice, which comes before them. @throws InvalidArgumentError */
export const toDimensions = (text: string): Dimension[] => {
  const named = text.split(',').map(toDimension);
  const repeated = named.find((name, i) => named.indexOf(name) !== i);
  if (repeated !== undefined) throw new InvalidArgumentError(`"${repeated}" is given twice. Give it once.`);
  return named.includes('notice') ? named : named.flatMap((name) => (name === 'version' ? ['notice', name] : [name]));
};
