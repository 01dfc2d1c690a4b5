/** A sum or a number of one operand, which needs no parentheses in words; another function; an operand; a sign of multiplication. */
const PART = /\b(sum|count)\(\s*([a-z]\w*(?:\.[a-z]\w*)?)\s*\)|[a-z]\w*\s*\(|([a-z]\w*(?:\.[a-z]\w*)?)|\*/gu;

const WORDS: Readonly<Record<string, string>> = { sum: 'sum of', count: 'number of' };

/** A formula as people read it, with the labels of what it is made of: "sum of Lesions: Seconds / 60". */
export const formulaWords = (formula: string, labelOf: (id: string) => string): string =>
  formula.replaceAll(PART, (part: string, name?: string, of?: string, operand?: string) => {
    if (name !== undefined && of !== undefined) return `${WORDS[name] ?? name} ${labelOf(of)}`;
    if (operand !== undefined) return labelOf(operand);
    return part === '*' ? '×' : part;
  });
