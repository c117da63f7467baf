import type { VNode } from "preact";
import { useId, useRef, useState } from "preact/hooks";
import { Icon, type IconName } from "./icon.js";

const gap = 4;

/** Positions an open menu below its button, or above it if there is no room. On narrow screens, the style sheet positions it. */
function placeMenu(menu: HTMLElement, button: HTMLElement): void {
  const anchor = button.getBoundingClientRect();
  // The items are rendered in the next frame, so the menu has its size only then.
  requestAnimationFrame(() => {
    const { width, height } = menu.getBoundingClientRect();
    const below = anchor.bottom + gap;
    const isAbove = below + height > innerHeight - gap && anchor.top > height;
    const left = Math.max(gap, Math.min(anchor.right - width, innerWidth - width - gap));
    menu.style.setProperty("--menu-left", `${left}px`);
    menu.style.setProperty("--menu-top", `${isAbove ? anchor.top - height - gap : below}px`);
  });
}

export interface MenuItem {
  readonly label: string;
  readonly icon?: IconName;
  /** Whether the action is destructive. */
  readonly isDangerous?: boolean;
  /** The reason why the action is unavailable. The item shows it, and cannot be selected. */
  readonly unavailable?: string;
  readonly select: () => void;
}

interface MenuProps {
  /** The label of the menu, such as `Actions for Bo Arch`. */
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly isDisabled?: boolean;
  /** The content and accessible name of the button; three dots by default. */
  readonly children?: VNode;
}

/**
 * A button that opens a menu and moves the focus into it (ARIA Authoring Practices, "Menu Button"). The menu is in the
 * document only while it is open.
 */
export function Menu({ label, items, isDisabled = false, children }: MenuProps): VNode {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const startsAtEnd = useRef(false);
  const [isOpen, setOpen] = useState(false);

  const openByArrow = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      startsAtEnd.current = event.key === "ArrowUp";
      menu.current?.togglePopover(true);
    }
  };
  const toggled = (event: { readonly newState: string }): void => {
    setOpen(event.newState === "open");
    if (event.newState === "open" && button.current !== null && menu.current !== null) {
      placeMenu(menu.current, button.current);
      const position = startsAtEnd.current ? -1 : 0;
      startsAtEnd.current = false;
      requestAnimationFrame(() => [...(menu.current?.querySelectorAll("button") ?? [])].at(position)?.focus());
    }
  };
  const select = (item: MenuItem): void => {
    if (item.unavailable !== undefined) {
      return;
    }
    menu.current?.hidePopover();
    button.current?.focus();
    item.select();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        class={children === undefined ? "icon-button" : "plain-button"}
        aria-label={children === undefined ? label : undefined}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        popovertarget={id}
        onKeyDown={openByArrow}
        disabled={isDisabled || items.length === 0}
      >
        {children ?? <Icon name="more" />}
      </button>
      <div
        ref={menu}
        id={id}
        class="menu"
        role="menu"
        aria-label={label}
        popover="auto"
        onToggle={toggled}
        onKeyDown={(event) => moveFocus(event, menu.current)}
      >
        {isOpen &&
          items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              class={item.isDangerous === true ? "danger" : ""}
              aria-disabled={item.unavailable !== undefined}
              onClick={() => select(item)}
            >
              {item.icon !== undefined && <Icon name={item.icon} />}
              <span>
                {item.label}
                {item.unavailable !== undefined && <small>{item.unavailable}</small>}
              </span>
            </button>
          ))}
      </div>
    </>
  );
}

/** Handles keys: the arrow keys, Home and End move through the items, and Tab closes the menu. The browser handles Escape. */
function moveFocus(event: KeyboardEvent, menu: HTMLElement | null): void {
  const items = [...(menu?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: (at - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  const target = targets[event.key];
  if (target !== undefined) {
    event.preventDefault();
    items[target]?.focus();
  } else if (event.key === "Tab") {
    menu?.hidePopover();
  }
}
