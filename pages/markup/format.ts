/** The format of a text file. */
export type Format = 'html' | 'markdown';
