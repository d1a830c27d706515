/** Whether this runs from the installed package, which holds JavaScript alone, and not from a clone. It needs no package. */
export const isInstalled = import.meta.filename.endsWith('.js');
