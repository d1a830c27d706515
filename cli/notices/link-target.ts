import { idPattern } from '../../verifier/markup/link-address.ts';
import type { Findings } from './finding.ts';

/** Finds links of a text that lead nowhere in it, and ids that no link leads to. */
export const newTargets = (findings: Findings) => {
  const ids = new Map<string, number>();
  const links = new Map<string, number>();
  return {
    addId: (id: string, offset: number): void => {
      if (!idPattern.test(id)) return;
      if (ids.has(id)) findings.addTag(offset, `the id ${id} is there twice; give each its own`);
      ids.set(id, offset);
    },
    addLink: (href: string, offset: number): void => {
      const id = href.slice(1);
      if (href.startsWith('#') && idPattern.test(id) && !links.has(id)) links.set(id, offset);
    },
    finish: (): void => {
      for (const [id, offset] of ids) {
        if (!links.has(id)) findings.addTag(offset, `no link of the text leads to the id ${id}; remove it`);
      }
      for (const [id, offset] of links) {
        if (!ids.has(id))
          findings.addTag(
            offset,
            `nothing in the text has the id ${id}; add it where the link leads, such as <h2 id="${id}">…</h2>, or remove the link`,
          );
      }
    },
  };
};
