import type { VNode } from 'preact';
import type { Calling } from './use-call.tsx';
import { Called, useCall } from './use-call.tsx';

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
