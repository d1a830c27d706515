/** The mark of the register: a page of its book with two lines and a tick, on a grid of 32. */
export const mark = {
  page: 'M8 2h16a5 5 0 0 1 5 5v18a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V7a5 5 0 0 1 5-5z',
  writing: 'M9.5 10h13M9.5 15.5h3.5M11 22l3.5 3.3L22.5 16',
} as const;

/** The same as an image, for the tab of a browser. */
export const markImage = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#3d43c6" d="${mark.page}"/><path d="${mark.writing}" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
)}`;
