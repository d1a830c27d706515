/** As much of VitePress as is used here, so that types are checked where it is not installed. */
declare module 'vitepress' {
  export interface Token {
    type: string;
    content: string;
    children: Token[] | null;
    attrGet(name: string): string | null;
    attrSet(name: string, value: string): void;
  }

  interface State {
    readonly env: { readonly path: string; readonly realPath?: string };
    readonly tokens: readonly Token[];
    readonly Token: new (type: string, tag: string, nesting: 0) => Token;
  }

  export interface MarkdownRenderer {
    readonly core: { readonly ruler: { readonly push: (name: string, rule: (state: State) => void) => void } };
  }

  export interface PageData {
    readonly filePath: string;
    readonly frontmatter: Record<string, unknown>;
  }

  export interface SiteConfig {
    readonly outDir: string;
  }

  export type UserConfig = Readonly<Record<string, unknown>>;
}

declare module 'vitepress/theme-without-fonts' {
  const theme: object;

  export { theme as default };
}
