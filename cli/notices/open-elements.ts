import { notWithin, parents, voidElements } from '../../verifier/markup/allowed-markup.ts';
import type { Findings } from './finding.ts';

interface OpenElement {
  readonly name: string;
  readonly offset: number;
}

/** Lists and quotations are indented once more for each, and so leave the screen. Browsers rearrange what is 512 deep. */
const deepest = 32;

/** Whether an element is an item of the same kind of list, such as an `<li>` before that was not closed, which is a finding of its own. */
const isItemOfSame = (name: string, containers: readonly string[]): boolean =>
  parents.get(name)?.join() === containers.join();

/** Follows which elements are open. Every element must end where its container is still open. */
export const newOpenElements = (findings: Findings) => {
  const open: OpenElement[] = [];
  let isSound = true;
  const add = (offset: number, says: string): void => {
    isSound = false;
    findings.addTag(offset, says);
  };
  const reportUnclosed = (from: number): void => {
    for (const { name, offset } of open.splice(from).reverse()) add(offset, `<${name}> is not closed with </${name}>`);
  };
  return {
    /** The element that the next tag stands in. */
    current: (): string | undefined => open.at(-1)?.name,
    isWithin: (names: readonly string[]): boolean => open.some(({ name }) => names.includes(name)),
    isTooDeep: (): boolean => open.length > deepest,
    /** Whether nothing was found. */
    isSound: (): boolean => isSound,
    start: (name: string, offset: number): void => {
      const around = open.find((element) => notWithin.get(name)?.includes(element.name));
      if (around !== undefined) findings.addTag(offset, `<${name}> may not stand within <${around.name}>`);
      const [containers, parent = ''] = [parents.get(name), open.at(-1)?.name];
      if (containers?.includes(parent) === false && !isItemOfSame(parent, containers)) {
        findings.addTag(offset, `<${name}> must stand directly in <${containers.join('> or <')}>`);
      }
      if (!voidElements.has(name)) open.push({ name, offset });
      if (open.length === deepest + 1) add(offset, `elements are nested more than ${deepest} deep here`);
    },
    end: (name: string, offset: number): void => {
      const index = open.findLastIndex((element) => element.name === name);
      if (index === -1) {
        add(offset, `there is no open <${name}> that it could close`);
        return;
      }
      reportUnclosed(index + 1);
      open.pop();
    },
    /** Tells the end of the text. */
    finish: (): void => {
      if (open.length <= deepest) reportUnclosed(0);
    },
  };
};
