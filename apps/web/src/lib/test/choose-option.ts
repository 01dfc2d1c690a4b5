import { fireEvent, screen, within } from '@testing-library/react';

/** Chooses in a select by its label. Without waiting: the list opens and closes at once. */
export function chooseOption(label: RegExp, option: string, part: HTMLElement = document.body): void {
  fireEvent.mouseDown(within(part).getByLabelText(label, { selector: '[role="combobox"]' }));
  fireEvent.click(screen.getByText(option, { selector: '[role="option"]' }));
}

/** What can be chosen in a select. */
export function optionsOf(label: RegExp): (string | null)[] {
  fireEvent.mouseDown(screen.getByLabelText(label, { selector: '[role="combobox"]' }));
  return Array.from(document.querySelectorAll('[role="option"]'), ({ textContent }) => textContent);
}
