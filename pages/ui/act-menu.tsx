import type { VNode } from 'preact';
import { useId } from 'preact/hooks';

/** An entry of a menu. */
export interface MenuItem {
  readonly name: string;
  readonly act: () => void;
}

/** A button that opens a menu over the page. The browser closes it for Escape and for a press elsewhere, and leads back to the button. */
export const ActMenu = ({
  name,
  items,
  isPrimary = false,
  isBusy = false,
}: {
  readonly name: string;
  readonly items: readonly MenuItem[];
  /** Whether it is the page's main button. */
  readonly isPrimary?: boolean;
  readonly isBusy?: boolean;
}): VNode => {
  const id = useId();
  return (
    <>
      <button type="button" class={isPrimary ? 'primary' : undefined} popovertarget={id} aria-busy={isBusy}>
        {name}
      </button>
      <div id={id} class="act-menu" popover="auto">
        {items.map((item, i) => (
          <button
            type="button"
            key={item.name}
            autofocus={i === 0}
            popovertarget={id}
            popovertargetaction="hide"
            onClick={item.act}
          >
            {item.name}
          </button>
        ))}
      </div>
    </>
  );
};
