/** The allowed declarations of `style`: none hides text, moves it, or loads anything. */
export const styleProperties: Readonly<Record<string, readonly string[]>> = {
  'font-style': ['italic', 'normal'],
  'font-weight': ['bold', 'normal'],
  'text-align': ['center', 'end', 'justify', 'left', 'right', 'start'],
  'text-decoration': ['line-through', 'underline'],
};
