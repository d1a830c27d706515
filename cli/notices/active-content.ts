import type { Config, DOMPurify, RemovedAttribute, RemovedElement } from 'dompurify';
import { loadDom } from './dom.ts';

/** Runs nothing, but restyles the page around the text, or asks its readers for something. */
const takingOver = ['style', 'form', 'input', 'button', 'textarea', 'fieldset'];

/** Markup is only looked at, never changed: what DOMPurify would change is active, or not known to be harmless. */
const rules: Config = {
  ADD_ATTR: ['target'],
  ADD_TAGS: ['#comment'],
  /** Browsers keep more of what is in a select than jsdom does, whose tree would hide it. */
  FORBID_TAGS: ['select', ...takingOver],
  /** Ids that clobber members of `document`, such as `title`, are everyday ids. */
  SANITIZE_DOM: false,
  IN_PLACE: true,
};

/** Browsers rearrange what is nested more than 512 deep, and their pages have some of that themselves. */
const deepest = 256;

/** Stands after the markup: where the parser does not see an element in it, the markup goes on into what follows. */
const endTag = 'end-of-text';

/** NodeFilter.SHOW_ELEMENT */
const elements = 1;

const depthOf = (root: Element): number => {
  const walker = root.ownerDocument.createTreeWalker(root, elements);
  let [depth, most] = [0, 0];
  for (;;) {
    if (walker.firstChild() !== null) {
      depth += 1;
      most = Math.max(most, depth);
      continue;
    }
    while (walker.nextSibling() === null) {
      if (walker.parentNode() === null) return most;
      depth -= 1;
    }
  }
};

/** DOMPurify does this to every value, which makes nothing of it active. */
const trimAttributes = (root: Element): void => {
  for (const element of root.querySelectorAll('*')) {
    for (const attribute of element.attributes) {
      if (attribute.name !== 'value') attribute.value = attribute.value.trim();
    }
  }
};

const describeRemoved = (removed: RemovedElement | RemovedAttribute): string[] => {
  if ('element' in removed) {
    const name = removed.element.nodeName.toLowerCase();
    if (name === '#comment') return ['a comment with markup in it'];
    return name.startsWith('#') ? [] : [`<${name}>`];
  }
  return removed.attribute === null ? [] : [`${removed.attribute.name} of <${removed.from.nodeName.toLowerCase()}>`];
};

/** A template is not looked into: what is in it may be nested again and again, and nobody sees it. */
const findRemoved = (purify: DOMPurify, root: Element): string[] => {
  if (root.querySelector('template') !== null) return ['<template>'];
  if (depthOf(root) > deepest) return [`elements nested more than ${deepest} deep`];
  trimAttributes(root);
  const before = root.innerHTML;
  purify.sanitize(root, rules);
  if (root.innerHTML === before) return [];
  const found = purify.removed.flatMap(describeRemoved);
  return found.length > 0 ? found : ['markup that is not known to be harmless'];
};

/** Tags of a document that no tree of a fragment shows. */
const findOfPage = (body: Element): string[] =>
  body.localName === 'body'
    ? [body, body.parentElement].flatMap((element) =>
        [...(element?.attributes ?? [])].map(({ name }) => `${name} of <${element?.localName}>`),
      )
    : [`<${body.localName}>`];

/**
 * What of a notice's markup could run code in the pages that show it, or is not known to be harmless, such as
 * `<script>` or `onclick of <p>`; empty when there is nothing.
 */
export const findActiveContent = async (html: string): Promise<string[]> => {
  const { parse, parseInPage, purify } = await loadDom();
  const isLeftOpen = parse(`${html}<${endTag}></${endTag}>`).querySelector(endTag) === null;
  const body = parseInPage(html);
  const roots = body.localName === 'body' ? [parse(html), body] : [parse(html)];
  const found = [
    ...(/<\/?template\b/i.test(html) ? ['<template>'] : []),
    ...(isLeftOpen ? ['a tag, comment or element that is left open at the end'] : []),
    ...findOfPage(body),
    ...roots.flatMap((root) => findRemoved(purify, root)),
  ];
  return [...new Set(found)];
};
