/** Imports a package as a module of this repository. */
export const loadPackage = (name: string) => import(name);
