import type { VNode } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** An entry of a menu. */
export interface MenuItem {
  readonly name: string;
  readonly act: () => void;
}

/** The keys that move within an open menu, with the entry that each leads to. */
const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Closes the menu if the reader presses elsewhere or the focus leaves it. */
const useClosing = (place: { readonly current: HTMLElement | null }, isOpen: boolean, close: () => void): void => {
  useEffect(() => {
    if (!isOpen) return undefined;
    const leave = ({ target }: Event): void => {
      if (target instanceof Node && !place.current?.contains(target)) close();
    };
    const events = ['pointerdown', 'focusin'];
    for (const event of events) document.addEventListener(event, leave);
    return () => {
      for (const event of events) document.removeEventListener(event, leave);
    };
  }, [isOpen]);
};

/**
 * A button that opens a menu, with the keys of the WAI-ARIA practices: arrows, Home and End move, Escape closes and leads back to the button, Tab
 * leaves.
 */
export const MenuButton = ({
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
  const [at, setAt] = useState<number>();
  const isOpen = at !== undefined;
  const [place, button] = [useRef<HTMLSpanElement>(null), useRef<HTMLButtonElement>(null)];
  const id = useId();
  const close = (): void => setAt(undefined);
  useClosing(place, isOpen, close);
  useLayoutEffect(() => {
    if (isOpen) place.current?.querySelectorAll<HTMLElement>('[role=menuitem]')[at]?.focus();
  }, [at]);
  const leave = (): void => {
    close();
    button.current?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    const move = moves[event.key];
    if (isOpen && ['Tab', 'Escape'].includes(event.key)) leave();
    if (move === undefined) return;
    event.preventDefault();
    if (isOpen) setAt(move(at, items.length));
    else if (event.key.startsWith('Arrow')) setAt(event.key === 'ArrowUp' ? items.length - 1 : 0);
  };
  return (
    <span class="menu-button" ref={place}>
      <button
        type="button"
        class={isPrimary ? 'primary' : undefined}
        ref={button}
        id={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-busy={isBusy}
        onKeyDown={press}
        onClick={() => setAt(isOpen ? undefined : 0)}
      >
        {name}
      </button>
      {isOpen && (
        <div role="menu" aria-labelledby={id}>
          {items.map((item) => (
            <button
              type="button"
              role="menuitem"
              tabindex={-1}
              key={item.name}
              onKeyDown={press}
              onClick={() => {
                leave();
                item.act();
              }}
            >
              {item.name}
            </button>
          ))}
        </div>
      )}
    </span>
  );
};
