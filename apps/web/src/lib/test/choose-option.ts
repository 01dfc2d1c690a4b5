import { fireEvent, screen, within } from '@testing-library/react';

/** Chooses an option of a select or radio group by its label. Synchronous, because the list opens and closes at once. */
export function chooseOption(label: RegExp, option: string, part: HTMLElement = document.body): void {
  const group = within(part).queryByLabelText(label, { selector: '[role="radiogroup"]' });
  if (group !== null) {
    fireEvent.click(within(group).getByLabelText(option));
    return;
  }
  fireEvent.mouseDown(within(part).getByLabelText(label, { selector: '[role="combobox"]' }));
  fireEvent.click(screen.getByText(option, { selector: '[role="option"]' }));
}

/** The options of a select. */
export function optionsOf(label: RegExp): (string | null)[] {
  fireEvent.mouseDown(screen.getByLabelText(label, { selector: '[role="combobox"]' }));
  return Array.from(document.querySelectorAll('[role="option"]'), ({ textContent }) => textContent);
}
