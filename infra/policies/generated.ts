import { toDocument } from './document.ts';
import { policies } from './roles.ts';

/** The folder of the policies. */
export const policyFolder = 'docs/policies';

/** The policies by role: file -> content. */
export const generate = (): ReadonlyMap<string, string> =>
  new Map(
    [...policies].map(([name, { rights }]) => [
      `${policyFolder}/${name}.json`,
      `${JSON.stringify(toDocument(rights), undefined, 2)}\n`,
    ]),
  );
