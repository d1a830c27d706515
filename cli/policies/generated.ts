import { policies } from './catalogue.ts';
import { toDocument } from './document.ts';

/** Where the policies are. */
export const policyFolder = 'docs/policies';

/** The policies of the operators' commands: file -> what it is to hold. */
export const generate = (): ReadonlyMap<string, string> =>
  new Map(
    [...policies].map(([name, { rights }]) => [
      `${policyFolder}/${name}.json`,
      `${JSON.stringify(toDocument(rights), undefined, 2)}\n`,
    ]),
  );
