/**
 * How much a template may make of what people enter. Every evaluation stays within these limits: in the editor, on the server, in
 * previews, test cases and prints. `check.ts` refuses templates that could exceed them.
 */
export const TEXT_BUDGET = {
  /** Characters of a generated text. */
  field: 20_000,
  /** Characters of all generated texts of a note. */
  note: 200_000,
  /** Fields computed, rules checked and tags filled in by an evaluation. */
  steps: 1_000,
} as const;

const count = (number: number): string => number.toLocaleString('en-US');

/** Why a field has no generated text: the budget that it would exceed, and what to do. */
export const OVER_BUDGET = {
  field: (label: string) =>
    `The text of “${label}” would be longer than ${count(TEXT_BUDGET.field)} characters. Shorten the fields that it uses, or enter it by hand.`,
  note: (label: string) =>
    `From “${label}” on, the generated texts would be longer than ${count(TEXT_BUDGET.note)} characters in total. Shorten the fields that they use, or enter them by hand.`,
  steps: (label: string) =>
    `From “${label}” on, the template needs more than ${count(TEXT_BUDGET.steps)} steps. Ask an administrator to simplify its rules and texts.`,
} as const;

/** Counts what an evaluation has used. */
export class Budget {
  #steps = 0;
  #characters = 0;

  /** Counts a step. */
  step(): void {
    this.#steps += 1;
  }

  get isOutOfSteps(): boolean {
    return this.#steps > TEXT_BUDGET.steps;
  }

  /** Counts a generated text. Returns false when the note would become too long; the text is then not used. */
  take(text: string): boolean {
    const characters = this.#characters + text.length;
    if (characters > TEXT_BUDGET.note) return false;
    this.#characters = characters;
    return true;
  }
}
