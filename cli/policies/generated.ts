import { policies } from './catalogue.ts';
import { toDocument } from './document.ts';

/** The folder of the policies. */
export const policyFolder = 'docs/policies';

/** The policies of the operators' commands: file -> content. */
export const generate = (): ReadonlyMap<string, string> =>
  new Map(
    [...policies].map(([name, { rights }]) => [
      `${policyFolder}/${name}.json`,
      `${JSON.stringify(toDocument(rights), undefined, 2)}\n`,
    ]),
  );
