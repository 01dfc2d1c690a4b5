/** Touch screens and narrow ones, where every target is at least 44 px high and wide (WCAG 2.2, 2.5.5). */
export const TOUCH = '@media (max-width: 599.95px), (pointer: coarse)';
/** Screens so short that bars which stay in sight leave no room for the page, such as any screen at a zoom of 400 % (WCAG 2.2, 1.4.10). */
export const SHORT = '@media (max-height: 480px)';
export const HIGH = { [TOUCH]: { minHeight: 44 } };
export const LARGE = { [TOUCH]: { minWidth: 44, minHeight: 44 } };
