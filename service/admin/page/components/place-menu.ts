const gap = 4;

/** Positions an open menu below its button, or above it if there is no room. On narrow screens, the style sheet positions it. */
export function placeMenu(menu: HTMLElement, button: HTMLElement): void {
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
