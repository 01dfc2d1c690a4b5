import type { Page } from '@playwright/test';

/** The targets on the screen that a finger can hit on less than 44 px (WCAG 2.2, 2.5.5). Links within a sentence are exempt. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const MIN = 44;
    const TARGETS =
      'a[href], button, input, select, textarea, summary, [role="button"], [role="tab"], [role="menuitem"], [role="combobox"]';
    const AREAS = '.MuiInputBase-root, .MuiSwitch-root, .MuiTableSortLabel-root, [data-target-area]';
    const INLINE = 'a, button';
    /** What reacts to a tap on the element: its label, or the frame of its field. */
    const areaOf = (target: Element) => target.closest('label') ?? target.closest(AREAS) ?? target;
    const isInSentence = (target: Element) => {
      if (!target.matches(INLINE) || getComputedStyle(target).display !== 'inline') return false;
      const around = target.parentElement?.textContent.trim() ?? '';
      return around.length > target.textContent.trim().length;
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
      const [x, y, reach] = [left + width / 2, top + height / 2, MIN / 2 - 1];
      const across = width >= MIN ? [0] : [-reach, reach];
      const down = height >= MIN ? [0] : [-reach, reach];
      return across.every((dx) => hits(area, x + dx, y)) && down.every((dy) => hits(area, x, y + dy));
    };
    const found = [...document.querySelectorAll(TARGETS)].filter((target) => {
      if (target.matches(':disabled, [aria-disabled="true"], [type="hidden"]')) return false;
      // A dialog hides the rest of the page.
      if (target.closest('[aria-hidden="true"]') !== null) return false;
      const area = areaOf(target);
      if (!area.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
      const { width, height } = area.getBoundingClientRect();
      // Parts for screen readers only have no size that a finger could hit.
      if (width <= 1 || height <= 1 || isInSentence(target)) return false;
      return !isLargeEnough(area);
    });
    window.scrollTo({ top: 0, behavior: 'instant' });
    return found.map((target) => {
      const { width, height } = areaOf(target).getBoundingClientRect();
      const name = target.getAttribute('aria-label') ?? target.textContent.trim().slice(0, 30);
      return `${Math.round(width)}x${Math.round(height)} ${target.tagName.toLowerCase()}.${target.className} "${name}"`;
    });
  });
