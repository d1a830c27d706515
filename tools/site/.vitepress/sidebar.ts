/** A page of the site: its title in the sidebar and its file in the repository. */
export interface SitePage {
  readonly text: string;
  readonly file: string;
}

/** What one kind of reader reads, in this order. */
export interface ReadingPath {
  readonly reader: string;
  readonly pages: readonly SitePage[];
}

export const readingPaths: readonly ReadingPath[] = [
  {
    reader: 'Developer',
    pages: [
      { text: 'Quick start', file: 'docs/quick-start.md' },
      { text: 'Recipes', file: 'docs/recipes/README.md' },
      { text: 'Reference', file: 'docs/interface.md' },
      { text: 'Events', file: 'docs/events.md' },
      { text: 'TypeScript client', file: 'client/README.md' },
    ],
  },
  {
    reader: 'Officer',
    pages: [
      { text: 'Data protection', file: 'docs/data-protection.md' },
      { text: 'The console', file: 'docs/console.md' },
      { text: 'People', file: 'docs/people.md' },
      { text: 'Evidence', file: 'docs/evidence.md' },
      { text: 'Export', file: 'docs/export.md' },
    ],
  },
  {
    reader: 'Operator',
    pages: [
      { text: 'Deploy', file: 'docs/deploy.md' },
      { text: 'Operate', file: 'docs/operations.md' },
      { text: 'The log', file: 'docs/log.md' },
      { text: 'Restore', file: 'docs/restore.md' },
      { text: 'Prices', file: 'docs/prices.md' },
    ],
  },
  {
    reader: 'Contributor',
    pages: [
      { text: 'Contribute', file: 'CONTRIBUTING.md' },
      { text: 'Development', file: 'docs/development.md' },
      { text: 'Decisions', file: 'docs/decisions/README.md' },
      { text: 'Benchmarks', file: 'docs/benchmarks.md' },
    ],
  },
];

/** What readers look up, in no order. */
export const more: readonly SitePage[] = [
  { text: 'Glossary', file: 'docs/glossary.md' },
  { text: 'Comparison', file: 'docs/comparison.md' },
  { text: 'Contract', file: 'docs/contract.md' },
  { text: 'Data model', file: 'docs/data-model.md' },
  { text: 'Notices', file: 'docs/notices.md' },
  { text: 'Imports', file: 'docs/imports.md' },
  { text: 'Commands', file: 'docs/commands.md' },
  { text: 'Who may run the commands', file: 'docs/policies.md' },
  { text: 'ISO/IEC TS 27560', file: 'docs/iso-27560.md' },
  { text: 'Security', file: 'SECURITY.md' },
  { text: 'Changelog', file: 'CHANGELOG.md' },
];

/** The file of the home page. */
export const home = 'README.md';

/** The pages of the site: every Markdown file that is for readers, as patterns from the root of the repository. */
export const pagePatterns: readonly string[] = ['*.md', 'client/*.md', 'docs/**/*.md'];

/** Where the page of a file is on the site: README.md is what its folder shows. */
export const placeOf = (file: string): string => file.replace(/(^|\/)README\.md$/, '$1index.md');
