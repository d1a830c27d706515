/** What the file of a text is written in. */
export type Format = 'html' | 'markdown';
