import { notWithin, parents, voidElements } from './allowed-markup.ts';
import type { Findings } from './finding.ts';

interface OpenElement {
  readonly name: string;
  readonly offset: number;
}

/** The deepest nesting. Lists and quotations indent further at each level and would leave the screen; browsers rearrange what is 512 deep. */
const deepest = 32;

/** Whether an element is another item of the same kind of list, such as after an unclosed `<li>`, which is a separate finding. */
const isItemOfSame = (name: string, containers: readonly string[]): boolean =>
  parents.get(name)?.join() === containers.join();

/** Tracks open elements. Every element must end while its container is still open. */
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
    /** The element that contains the next tag. */
    current: (): string | undefined => open.at(-1)?.name,
    isWithin: (names: readonly string[]): boolean => open.some(({ name }) => names.includes(name)),
    isTooDeep: (): boolean => open.length > deepest,
    /** Whether nothing was found. */
    isSound: (): boolean => isSound,
    start: (name: string, offset: number): void => {
      const around = open.find((element) => notWithin.get(name)?.includes(element.name));
      if (around !== undefined) findings.addTag(offset, `<${name}> may not be inside <${around.name}>`);
      const [containers, parent = ''] = [parents.get(name), open.at(-1)?.name];
      if (containers?.includes(parent) === false && !isItemOfSame(parent, containers)) {
        findings.addTag(offset, `<${name}> must be directly inside <${containers.join('> or <')}>`);
      }
      if (!voidElements.has(name)) open.push({ name, offset });
      if (open.length === deepest + 1) add(offset, `elements are nested more than ${deepest} deep here`);
    },
    end: (name: string, offset: number): void => {
      const index = open.findLastIndex((element) => element.name === name);
      if (index === -1) {
        add(offset, `no <${name}> is open here; remove the end tag`);
        return;
      }
      reportUnclosed(index + 1);
      open.pop();
    },
    /** Ends the text. */
    finish: (): void => {
      if (open.length <= deepest) reportUnclosed(0);
    },
  };
};
