import { idPattern } from './link-address.ts';
import type { Findings } from './finding.ts';

/** Finds links to ids that do not exist in a text, and ids without a link. */
export const newTargets = (findings: Findings) => {
  const ids = new Map<string, number>();
  const links = new Map<string, number>();
  return {
    addId: (id: string, offset: number): void => {
      if (!idPattern.test(id)) return;
      if (ids.has(id)) findings.addTag(offset, `the id ${id} occurs twice; give each element its own`);
      ids.set(id, offset);
    },
    addLink: (href: string, offset: number): void => {
      const id = href.slice(1);
      if (href.startsWith('#') && idPattern.test(id) && !links.has(id)) links.set(id, offset);
    },
    finish: (): void => {
      for (const [id, offset] of ids) {
        if (!links.has(id)) findings.addTag(offset, `no link in the text points to the id ${id}; remove the id`);
      }
      for (const [id, offset] of links) {
        if (!ids.has(id))
          findings.addTag(
            offset,
            `nothing in the text has the id ${id}; add it to the target of the link, such as <h2 id="${id}">…</h2>, or remove the link`,
          );
      }
    },
  };
};
