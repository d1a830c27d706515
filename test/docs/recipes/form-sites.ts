import { join } from 'node:path';
import { node, standIns } from './program.ts';
import { copyPhpRecipes, placeOf } from './recipe-places.ts';

/** A recipe that is a newsletter form, and what serves it. */
export interface FormSite {
  readonly recipe: string;
  readonly interpreter: string;
  readonly command: readonly [string, ...string[]];
  readonly path: string;
  readonly settings?: NodeJS.ProcessEnv;
  /** The address in the proof, where that is not PAGE_URL. */
  readonly proofUrl?: (siteUrl: string) => string;
}

const phpServer = ['php', '-S', '127.0.0.1:{PORT}'] as const;
/** Node's program with a clock that tests can set ahead. */
const nodeWithClock = [node, '--import', join(standIns, 'clock.js')] as const;
const workers = { PHP_CLI_SERVER_WORKERS: '3' };

export const formSites: readonly FormSite[] = [
  {
    recipe: 'php/form.php',
    interpreter: 'php',
    command: [...phpServer, placeOf('php/form.php')],
    path: '/',
    settings: workers,
  },
  {
    recipe: 'wordpress/functions.php',
    interpreter: 'php',
    command: [...phpServer, join(standIns, 'wordpress.php')],
    path: '/newsletter/',
    settings: { ...workers, RECIPE: join(copyPhpRecipes('wordpress'), 'functions.php') },
    proofUrl: () => 'https://shop.example/newsletter/',
  },
  {
    recipe: 'laravel',
    interpreter: 'php',
    command: [...phpServer, join(standIns, 'laravel.php')],
    path: '/newsletter',
    settings: { ...workers, RECIPE: copyPhpRecipes('laravel') },
    proofUrl: (siteUrl) => siteUrl,
  },
  {
    recipe: 'python/django_newsletter.py',
    interpreter: 'python3',
    command: ['python3', join(standIns, 'django_site.py')],
    path: '/newsletter/',
    proofUrl: (siteUrl) => siteUrl,
  },
  {
    recipe: 'node/express.js',
    interpreter: node,
    command: [...nodeWithClock, placeOf('node/express.js')],
    path: '/newsletter',
  },
  {
    recipe: 'node/next-route.js',
    interpreter: node,
    command: [...nodeWithClock, join(standIns, 'next-site.js')],
    path: '/newsletter',
    settings: { RECIPE: placeOf('node/next-route.js') },
  },
];
