import { dateOf, numberIn } from './comparable.ts';
import { attempt, PRECEDENCE, readExpression, refuse, type Expression } from './expression.ts';
import { mmeFactor } from './mme.ts';
import { isEmptyRow, isRows, valueTexts, cellText, type FieldValue } from './value.ts';

/** A formula that was read. It has numbers, operands, calculations, and functions. */
export type Formula = Exclude<Expression, { kind: 'text' | 'true' | 'list' }>;

/** Reads the operands of a formula. */
export interface FormulaValues {
  readonly value: (id: string) => FieldValue | undefined;
  /** What messages call it; undefined if there is none with this id. */
  readonly label: (id: string) => string | undefined;
}

/** Each function with how many arguments it can have, and whether they must be operands. */
const FUNCTIONS: Readonly<Record<string, { least: number; most: number; isOfOperands: boolean }>> = {
  sum: { least: 1, most: 50, isOfOperands: false },
  min: { least: 1, most: 50, isOfOperands: false },
  max: { least: 1, most: 50, isOfOperands: false },
  round: { least: 1, most: 2, isOfOperands: false },
  count: { least: 1, most: 1, isOfOperands: true },
  days: { least: 2, most: 2, isOfOperands: true },
  mme: { least: 2, most: 2, isOfOperands: true },
};
const DECIMALS = 6;
const LARGEST = 1e15;
const DAY_MS = 86_400_000;

const ROWS_OF = /^(.+)\.(.+)$/u;

/** Reads a formula, or says why it cannot be read, as the end of a sentence. */
export const parseFormula = (text: string): { readonly value: Formula } | { readonly problem: string } =>
  attempt(() => (text.trim() === '' ? refuse('is empty.') : checked(readExpression(text))));

function checked(expression: Expression): Formula {
  switch (expression.kind) {
    case 'number':
    case 'operand':
      return expression;
    case 'unary':
      if (expression.operator !== '-')
        refuse(`has “${expression.operator}”, which only conditions can have.`);
      checked(expression.of);
      return expression;
    case 'binary': {
      const { operator, left, right } = expression;
      if (!'+-*/'.includes(operator)) refuse(`has “${operator}”, which only conditions can have.`);
      checked(left);
      checked(right);
      return expression;
    }
    case 'call':
      checkCall(expression);
      return expression;
    default:
      return refuse('can have only numbers, fields, and functions.');
  }
}

function checkCall({ name, args }: Extract<Expression, { kind: 'call' }>): void {
  const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (known === undefined) {
    refuse(
      `uses the function “${name}”, which does not exist. Functions are ${Object.keys(FUNCTIONS).join(', ')}.`,
    );
    return;
  }
  if (args.length < known.least || args.length > known.most)
    refuse(
      `needs ${known.most === 1 ? 'one field' : known.least === 2 ? 'two fields' : 'values'} in ${name}(…).`,
    );
  for (const each of args) {
    if (known.isOfOperands && each.kind !== 'operand') refuse(`can use ${name}(…) with fields only.`);
    checked(each);
  }
  const [first, second] = args.map((each) =>
    each.kind === 'operand' ? ROWS_OF.exec(each.text)?.[1] : undefined,
  );
  if (name === 'mme' && (first === undefined || first !== second))
    refuse('needs two columns of the same rows in mme(…), such as drugs.drug and drugs.mg_per_day.');
}

/** The operands of a formula in their order, each as often as it is read. */
export function formulaOperands(formula: Expression): readonly string[] {
  switch (formula.kind) {
    case 'operand':
      return [formula.text];
    case 'unary':
      return formulaOperands(formula.of);
    case 'binary':
      return [...formulaOperands(formula.left), ...formulaOperands(formula.right)];
    case 'call':
      return formula.args.flatMap((each) => formulaOperands(each));
    default:
      return [];
  }
}

/** A formula with other operands. */
export function mapFormula(of: Expression, map: (id: string) => string): Expression {
  switch (of.kind) {
    case 'operand':
      return { kind: 'operand', text: map(of.text) };
    case 'unary':
      return { ...of, of: mapFormula(of.of, map) };
    case 'binary':
      return { ...of, left: mapFormula(of.left, map), right: mapFormula(of.right, map) };
    case 'call':
      return { ...of, args: of.args.map((each) => mapFormula(each, map)) };
    default:
      return of;
  }
}

const rank = (expression: Expression): number =>
  expression.kind === 'binary' ? (PRECEDENCE[expression.operator] ?? 0) : 10;

/** A formula as `parseFormula` reads it. */
export function formulaText(formula: Expression): string {
  const inside = (each: Expression, isEnough: boolean) =>
    isEnough ? formulaText(each) : `(${formulaText(each)})`;
  switch (formula.kind) {
    case 'number':
    case 'operand':
      return formula.text;
    case 'unary': {
      const { of } = formula;
      return `-${inside(of, of.kind === 'operand' || of.kind === 'call')}`;
    }
    case 'binary': {
      const { operator, left, right } = formula;
      const own = rank(formula);
      return `${inside(left, rank(left) >= own)} ${operator} ${inside(right, rank(right) > own)}`;
    }
    case 'call':
      return `${formula.name}(${formula.args.map((each) => formulaText(each)).join(', ')})`;
    default:
      return '';
  }
}

/**
 * Calculates a formula: the result as text, rounded to 6 decimals, or why it cannot be calculated, as the end of a sentence. An empty
 * operand makes the result empty, but `sum`, `min`, and `max` use what is filled in, and the sum and count of nothing are 0.
 */
export const evaluateFormula = (
  formula: Formula,
  values: FormulaValues,
): { readonly value: string } | { readonly problem: string } =>
  attempt(() => {
    const result = new Calculation(values).of(formula);
    if (result === null) return '';
    if (!Number.isFinite(result) || Math.abs(result) > LARGEST) return refuse('the result is too large.');
    return plainNumberText(result);
  });

/** A number without an exponent, rounded to 6 decimals. */
function plainNumberText(number: number): string {
  const text = number.toFixed(DECIMALS).replace(/\.?0+$/u, '');
  return text === '-0' ? '0' : text;
}

class Calculation {
  readonly #values: FormulaValues;

  constructor(values: FormulaValues) {
    this.#values = values;
  }

  /** Null if an operand is empty. */
  of(expression: Expression): number | null {
    switch (expression.kind) {
      case 'number':
        return Number(expression.text);
      case 'operand':
        return this.#number(expression.text);
      case 'unary': {
        const value = this.of(expression.of);
        return value === null ? null : -value;
      }
      case 'binary':
        return this.#binary(expression.operator, this.of(expression.left), this.of(expression.right));
      case 'call':
        return this.#call(expression.name, expression.args);
      default:
        return refuse('the formula cannot be read.');
    }
  }

  #binary(operator: string, left: number | null, right: number | null): number | null {
    if (left === null || right === null) return null;
    if (operator === '+') return left + right;
    if (operator === '-') return left - right;
    if (operator === '*') return left * right;
    return right === 0 ? refuse('it divides by 0.') : left / right;
  }

  #call(name: string, args: readonly Expression[]): number | null {
    const [first = '', second = ''] = args.map((each) => (each.kind === 'operand' ? each.text : ''));
    switch (name) {
      case 'count':
        return this.#texts(first).length;
      case 'days':
        return this.#days(first, second);
      case 'mme':
        return this.#mme(first, second);
      case 'round':
        return this.#round(args);
      default: {
        const numbers = args.flatMap((each) => this.#numbers(each));
        if (name === 'sum') return numbers.reduce((total, number) => total + number, 0);
        if (numbers.length === 0) return null;
        return name === 'min' ? Math.min(...numbers) : Math.max(...numbers);
      }
    }
  }

  #label(id: string): string {
    return this.#values.label(id) ?? refuse(`there is no field “${id}”.`);
  }

  #texts(id: string): readonly string[] {
    this.#label(id);
    return valueTexts(this.#values.value(id));
  }

  #asNumber(text: string, id: string): number {
    return numberIn(text) ?? refuse(`“${this.#label(id)}” is not a number.`);
  }

  #number(id: string): number | null {
    const texts = this.#texts(id);
    const [text] = texts;
    if (text === undefined) return null;
    return texts.length > 1 ? refuse(`“${this.#label(id)}” has several values.`) : this.#asNumber(text, id);
  }

  /** The numbers that are filled in. */
  #numbers(expression: Expression): readonly number[] {
    if (expression.kind === 'operand')
      return this.#texts(expression.text).map((text) => this.#asNumber(text, expression.text));
    const value = this.of(expression);
    return value === null ? [] : [value];
  }

  #days(since: string, until: string): number | null {
    const [from, to] = [since, until].map((id) => {
      const [text] = this.#texts(id);
      if (text === undefined) return null;
      return dateOf(text) ?? refuse(`“${this.#label(id)}” is not a date.`);
    });
    if (typeof from !== 'string' || typeof to !== 'string') return null;
    return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
  }

  /** A drug without a dose, or a dose without a drug, makes the result empty. */
  #mme(drugs: string, doses: string): number | null {
    const [, rowsId = '', drugColumn = ''] = ROWS_OF.exec(drugs) ?? [];
    const [, , doseColumn = ''] = ROWS_OF.exec(doses) ?? [];
    for (const id of [drugs, doses]) this.#label(id);
    const rows = this.#values.value(rowsId);
    let total: number | null = 0;
    for (const row of isRows(rows) ? rows.filter((each) => !isEmptyRow(each)) : []) {
      const [drug = '', dose = ''] = [drugColumn, doseColumn].map((column) =>
        cellText(Object.hasOwn(row, column) ? row[column] : undefined),
      );
      if (drug === '' && dose === '') continue;
      const factor =
        drug === '' ? 0 : (mmeFactor(drug) ?? refuse(`the MME factor of “${drug}” is not known.`));
      const amount = dose === '' ? null : this.#asNumber(dose, doses);
      total = total === null || amount === null || drug === '' ? null : total + amount * factor;
    }
    return total;
  }

  #round([number, digits]: readonly Expression[]): number | null {
    const value = number === undefined ? null : this.of(number);
    const places = digits === undefined ? 0 : this.of(digits);
    if (value === null || places === null) return null;
    if (!Number.isInteger(places) || places < 0 || places > DECIMALS)
      return refuse(`it rounds to ${places} digits, but only 0 to ${DECIMALS} are possible.`);
    const factor = 10 ** places;
    // 1.005 * 100 is a little less than 100.5.
    return (Math.sign(value) * Math.round(Number((Math.abs(value) * factor).toFixed(DECIMALS)))) / factor;
  }
}
