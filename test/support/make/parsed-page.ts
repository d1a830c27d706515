import { Window } from 'happy-dom';

/** A page as a browser has it that runs no script and loads nothing. */
export const parsePage = (html: string): Document => {
  const { DOMParser } = new Window();
  const page = new DOMParser().parseFromString(html, 'text/html');
  page.normalize();
  return page as unknown as Document;
};
