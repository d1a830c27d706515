/** As much of openapi-typescript as is used here: types are checked where it is not installed. */
declare module 'openapi-typescript' {
  /** A part of TypeScript's syntax tree. */
  interface Syntax {
    readonly kind: number;
  }

  interface Options {
    /** Whether a member with a default may be left out. */
    readonly defaultNonNullable: boolean;
    /** Whether each schema is exported by its name. */
    readonly rootTypes: boolean;
    /** Whether these names are the schemas' own. */
    readonly rootTypesNoSchemaPrefix: boolean;
    /** The type of a schema; undefined for the usual one. */
    readonly transform: (schema: Readonly<Record<string, unknown>>) => Syntax | undefined;
  }

  export const stringToAST: (source: string) => readonly { readonly type: Syntax }[];
  export const astToString: (syntax: readonly Syntax[]) => string;

  const openapiTS: (document: object, options: Options) => Promise<readonly Syntax[]>;
  // biome-ignore lint/style/noDefaultExport: it is theirs
  export default openapiTS;
}
