import jsep from 'jsep';
import { OPERAND_ID } from './content.ts';

/** An expression of a condition or a formula. Numbers are as written, so that "05" stays "05". */
export type Expression =
  | { readonly kind: 'number' | 'text' | 'operand'; readonly text: string }
  | { readonly kind: 'true' }
  | { readonly kind: 'list'; readonly texts: readonly string[] }
  | { readonly kind: 'unary'; readonly operator: string; readonly of: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] };

/** Why something cannot be read or calculated, as the end of a sentence: "cannot be read." */
export class Refusal extends Error {}

export const refuse = (problem: string): never => {
  throw new Refusal(problem);
};

/** What `run` returns, or why it refused. */
export function attempt<T>(run: () => T): { readonly value: T } | { readonly problem: string } {
  try {
    return { value: run() };
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.message };
    throw error;
  }
}

/** Longer or deeper expressions are refused before they are parsed, so that parsing is fast and does not overflow the stack. */
const MAX_LENGTH = 2_000;
const MAX_DEPTH = 50;

export const PRECEDENCE: Readonly<Record<string, number>> = {
  or: 1,
  and: 2,
  '==': 3,
  '!=': 3,
  '<': 3,
  '<=': 3,
  '>': 3,
  '>=': 3,
  contains: 3,
  startsWith: 3,
  in: 3,
  before: 3,
  after: 3,
  '+': 4,
  '-': 4,
  '*': 5,
  '/': 5,
};

// The operators of jsep are the same for everybody who imports it. Nothing else in the portal does.
jsep.removeAllBinaryOps();
jsep.removeAllUnaryOps();
jsep.removeAllLiterals();
for (const [operator, precedence] of Object.entries(PRECEDENCE)) jsep.addBinaryOp(operator, precedence);
for (const operator of ['not', '-']) jsep.addUnaryOp(operator);
jsep.addLiteral('true', true);

/** Parses an expression. Throws a `Refusal`. */
export function readExpression(text: string): Expression {
  checkShape(text);
  let parsed: jsep.Expression;
  try {
    parsed = jsep(text);
  } catch (error) {
    const index = error instanceof Error && 'index' in error ? Number(error.index) : 0;
    return refuse(unreadable(text.slice(index)));
  }
  return converted(parsed);
}

function unreadable(rest: string): string {
  const shown = rest.trim().slice(0, 20);
  const hint = /^=(?!=)/u.test(shown) ? ' Write == to compare.' : '';
  return `cannot be read${shown === '' ? ' to its end' : ` at “${shown}”`}.${hint}`;
}

/** Refuses what is too long or too deep, and the separators that jsep would skip. */
function checkShape(text: string): void {
  if (text.length > MAX_LENGTH) refuse(`is longer than ${MAX_LENGTH.toLocaleString('en-US')} characters.`);
  let depth = 0;
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '(' || character === '[') depth += 1;
    else if (character === ')' || character === ']') depth -= 1;
    else if (character === ';' || (character === ',' && depth <= 0)) refuse(unreadable(text.slice(at)));
    if (depth > MAX_DEPTH) refuse(`has more than ${MAX_DEPTH} brackets inside each other.`);
  }
}

const NUMBER = /^(?:\d+\.?\d*|\.\d+)$/u;

/** The kinds of nodes that are read; jsep has others. */
type Node =
  | jsep.Literal
  | jsep.Identifier
  | jsep.MemberExpression
  | jsep.UnaryExpression
  | jsep.BinaryExpression
  | jsep.CallExpression
  | jsep.ArrayExpression;
const NODES: ReadonlySet<string> = new Set<Node['type']>([
  'Literal',
  'Identifier',
  'MemberExpression',
  'UnaryExpression',
  'BinaryExpression',
  'CallExpression',
  'ArrayExpression',
]);
const isRead = (node: jsep.Expression): node is Node => NODES.has(node.type);

function converted(node: jsep.Expression): Expression {
  if (!isRead(node)) return refuse('cannot be read.');
  switch (node.type) {
    case 'Literal':
      if (node.value === true) return { kind: 'true' };
      if (typeof node.value === 'string') return { kind: 'text', text: node.value };
      return NUMBER.test(node.raw) ? { kind: 'number', text: node.raw } : refuse(unreadable(node.raw));
    case 'Identifier':
      return operand(node.name.toLowerCase());
    case 'MemberExpression':
      return member(node);
    case 'UnaryExpression': {
      const of = converted(node.argument);
      return node.operator === '-' && of.kind === 'number' && !of.text.startsWith('-')
        ? { kind: 'number', text: `-${of.text}` }
        : { kind: 'unary', operator: node.operator, of };
    }
    case 'BinaryExpression':
      return {
        kind: 'binary',
        operator: node.operator,
        left: converted(node.left),
        right: converted(node.right),
      };
    case 'CallExpression': {
      const { callee } = node;
      return isRead(callee) && callee.type === 'Identifier'
        ? { kind: 'call', name: callee.name, args: node.arguments.map((each) => converted(each)) }
        : refuse('cannot be read.');
    }
    default:
      return { kind: 'list', texts: node.elements.map((each) => listed(each)) };
  }
}

function member({ object, property, computed, optional }: jsep.MemberExpression): Expression {
  if (computed || optional === true || !isRead(object) || !isRead(property)) return refuse('cannot be read.');
  return object.type === 'Identifier' && property.type === 'Identifier'
    ? operand(`${object.name}.${property.name}`)
    : refuse('cannot be read.');
}

const operand = (text: string): Expression =>
  OPERAND_ID.test(text) ? { kind: 'operand', text } : refuse(`has “${text}”, which is not a field ID.`);

function listed(element: jsep.Expression | null): string {
  const item = element === null ? null : converted(element);
  return item !== null && (item.kind === 'text' || item.kind === 'number')
    ? item.text
    : refuse('has a list that is not made of texts in quotes.');
}

/** A text in quotes, as it is read back. Two braces together would end the tag that has it. */
export const quotedText = (text: string): string =>
  `"${text.replaceAll(/["\\]|\{(?=\{)|\}(?=\}|$)/gu, String.raw`\$&`)}"`;
