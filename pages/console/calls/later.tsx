import type { VNode } from 'preact';
import { loadSanitiser } from '../markup.tsx';
import type { Calling } from './use-call.tsx';
import { Called, useCall } from './use-call.tsx';

/** What nobody needs to sign in and find a consent: each module is a file of its own, loaded when it is needed. */
export const loadVerifier = () => import('../../../verifier/verify.ts');
export const loadErasures = () => import('../erasures/erasure-list.tsx');
export const loadErasure = () => import('../erasures/erasure-page.tsx');
export const loadUser = () => import('../session/account.tsx');
export const loadComparison = () => import('../notices/compare.tsx');
export const loadRecording = () => import('../actions/record.tsx');
export const loadRevocation = () => import('../actions/revoke.tsx');
export const loadRevokeAll = () => import('../actions/revoke-all.tsx');
export const loadCopy = () => import('../person/copy-dialog.tsx');

const forReaders = [loadVerifier, loadSanitiser, loadErasures, loadErasure, loadUser, loadComparison];
const forEditors = [loadRecording, loadRevocation, loadRevokeAll];

/**
 * Loads what a signed-in reader may need next: a later deployment has other files while the page stays open. A copy is asked for rarely,
 * and is the largest.
 */
export const loadEarly = ({ mayWrite }: { readonly mayWrite: boolean }): void => {
  for (const load of mayWrite ? [...forReaders, ...forEditors] : forReaders) load().catch(() => {});
};

interface LoadedProps<Module> {
  /** The `import()` of a module: one function, the same in each drawing. */
  readonly load: () => Promise<Module>;
  readonly show: (module: Module) => VNode;
}

/** A browser remembers that a module failed to load, until the page is loaded again. */
const useModule = <Module,>(load: () => Promise<Module>): Calling<Module> => ({
  ...useCall(load, [load]),
  again: () => location.reload(),
});

/** What stands in a page once its module is loaded. */
export const Loaded = <Module,>({ load, show }: LoadedProps<Module>): VNode => {
  const calling = useModule(load);
  return <Called calling={calling} show={show} />;
};

/** A whole page once its module is loaded. The page has the `main` of the document. */
export const LoadedPage = <Module,>({ load, show }: LoadedProps<Module>): VNode => {
  const calling = useModule(load);
  const { outcome } = calling;
  if (outcome.is === 'done') return show(outcome.value);
  return (
    <main id="content">
      <Called calling={calling} show={show} />
    </main>
  );
};
