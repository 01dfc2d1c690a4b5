import type { Page } from '@playwright/test';

/** The targets on the screen that a finger can hit on less than 44 px (WCAG 2.2, 2.5.5). Links within a block of text are exempt. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const MIN = 44;
    const TARGETS =
      'a[href], button, input, select, textarea, summary, [role="button"], [role="tab"], [role="menuitem"], [role="combobox"]';
    const AREAS = '.MuiInputBase-root, .MuiSwitch-root, .MuiTableSortLabel-root, [data-target-area]';
    const INLINE = 'a, button';
    /** What reacts to a tap on the element: its label, or the frame of its field. */
    const areaOf = (target: Element) => target.closest('label') ?? target.closest(AREAS) ?? target;
    const isInText = (target: Element) => {
      if (!target.matches(INLINE)) return false;
      let block = target;
      while (getComputedStyle(block).display === 'inline' && block.parentElement !== null)
        block = block.parentElement;
      return block.textContent.trim().length > target.textContent.trim().length;
    };
    const hits = (area: Element, x: number, y: number) => {
      const found = document.elementFromPoint(x, y);
      return found !== null && (area.contains(found) || areaOf(found) === area);
    };
    const isLargeEnough = (area: Element) => {
      const { width, height } = area.getBoundingClientRect();
      if (width >= MIN - 0.5 && height >= MIN - 0.5) return true;
      area.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, top } = area.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      /** How far it reacts in a direction. */
      const reach = (dx: number, dy: number) => {
        let px = 0;
        while (px < MIN && hits(area, x + dx * px, y + dy * px)) px += 1;
        return px;
      };
      return (
        (width >= MIN || reach(-1, 0) + reach(1, 0) >= MIN - 1) &&
        (height >= MIN || reach(0, -1) + reach(0, 1) >= MIN - 1)
      );
    };
    const found = [...document.querySelectorAll(TARGETS)].filter((target) => {
      if (target.matches(':disabled, [aria-disabled="true"], [type="hidden"]')) return false;
      // A dialog hides the rest of the page.
      if (target.closest('[aria-hidden="true"]') !== null) return false;
      const area = areaOf(target);
      if (!area.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
      const { width, height } = area.getBoundingClientRect();
      // Parts for screen readers only have no size that a finger could hit.
      if (width <= 1 || height <= 1 || isInText(target)) return false;
      return !isLargeEnough(area);
    });
    window.scrollTo({ top: 0, behavior: 'instant' });
    return found.map((target) => {
      const { width, height } = areaOf(target).getBoundingClientRect();
      const name = target.getAttribute('aria-label') ?? target.textContent.trim().slice(0, 30);
      return `${Math.round(width)}x${Math.round(height)} ${target.tagName.toLowerCase()}.${target.className} "${name}"`;
    });
  });
