import { loadDom } from './dom.ts';

/** Whether a person sees anything of a text: white space, control and format characters alone are nothing. */
export const isVisible = (text: string): boolean => /[^\s\p{C}]/u.test(text);

/** Whether a person sees anything of markup: text, or an image that says in words what it is. */
export const hasVisibleContent = async (html: string): Promise<boolean> => {
  const { parse } = await loadDom();
  const root = parse(html);
  for (const element of root.querySelectorAll('style, script')) element.remove();
  const images = [...root.querySelectorAll('img[alt]')];
  return isVisible(root.textContent) || images.some((image) => isVisible(image.getAttribute('alt') ?? ''));
};
