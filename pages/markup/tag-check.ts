import type { Token } from 'parse5';
import { elements, globalAttributes, voidElements } from './allowed-markup.ts';
import type { Findings } from './finding.ts';
import type { Format } from './format.ts';
import { newTargets } from './link-target.ts';
import { adviceOnAttribute, elementAdvice } from './markup-advice.ts';

const withAdvice = (says: string, advice: string | undefined): string =>
  advice === undefined ? says : `${says}; ${advice}`;

/** Checks elements and attributes of a text against the list of allowed ones. */
export const newTagCheck = (findings: Findings, format: Format) => {
  const targets = newTargets(findings);
  let isListed = false;
  const refuseElement = (name: string, offset: number): void => {
    const list = isListed ? '' : `; allowed are ${[...elements.keys()].sort().join(', ')}`;
    isListed = true;
    findings.addTag(offset, withAdvice(`the element ${name} is not allowed`, elementAdvice.get(name)) + list);
  };
  const checkAttribute = (element: string, { name, value }: Token.Attribute, offset: number): void => {
    const allowed = { ...globalAttributes, ...elements.get(element) };
    const check = Object.hasOwn(allowed, name) ? allowed[name] : undefined;
    if (check === undefined) {
      const list = `<${element}> may have ${Object.keys(allowed).sort().join(', ')}`;
      const refused = withAdvice(`the attribute ${name} is not allowed`, adviceOnAttribute(name, format));
      findings.addTag(offset, `${refused}; ${list}`);
      return;
    }
    const wrong = check(value);
    if (wrong !== undefined) findings.addTag(offset, wrong.startsWith('must ') ? `${name} ${wrong}` : wrong);
    if (name === 'id') targets.addId(value, offset);
    if (name === 'href') targets.addLink(value, offset);
  };
  return {
    /** Returns whether the element is allowed. */
    check: ({ tagName: name, attrs, selfClosing }: Token.TagToken, offset: number): boolean => {
      if (!elements.has(name)) {
        refuseElement(name, offset);
        return false;
      }
      if (selfClosing && !voidElements.has(name)) {
        findings.addTag(offset, `/ does not close <${name}>; write </${name}>`);
      }
      for (const attribute of attrs) checkAttribute(name, attribute, offset);
      return true;
    },
    finish: targets.finish,
  };
};
