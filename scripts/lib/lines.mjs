import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync, visitorKeys } from 'oxc-parser';
import { root } from './paths.mjs';

/** A syntax node of the parser. @typedef {{ type: string, start: number, end: number, [key: string]: unknown }} Node */
/** @typedef {{ path: string, text: string, lines: number, program: Node }} SourceFile */
/** @typedef {{ path: string, line: number, names: string[] }} Place */

/** Below this, a list of names may resemble a record by chance. */
const LEAST_NAMES = 4;
const SHARE_OF_RECORD = 0.7;
const MOST_LINES = 80;

const IS_OTHER = /\.test\.tsx?$|\/test\/|^packages\/demo\/|\/db\/schema\.ts$/;

/** Whether a file is part of the product: TypeScript without tests, their helpers, the demo and generated code. @param {string} path */
export const isProduct = (path) => !IS_OTHER.test(path);

/** Parses TypeScript. @param {string} path @param {string} text @returns {SourceFile} */
export function parseSource(path, text) {
  const { program, errors } = parseSync(path, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  return { path, text, lines: text.split('\n').length - 1, program: asNode(program) };
}

/** Reads and parses all product files. @returns {Promise<SourceFile[]>} */
export async function readProduct() {
  const paths = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: root });
  return Promise.all(
    paths
      .filter((path) => isProduct(path))
      .map(async (path) => parseSource(path, await readFile(join(root, path), 'utf8'))),
  );
}

/** Functions with more than 80 lines, the longest first. @param {SourceFile[]} files @returns {{ path: string, line: number, lines: number }[]} */
export const longFunctions = (files) =>
  files
    .flatMap(({ path, text, program }) =>
      nodesOf(program)
        .filter(
          ({ type }) =>
            type === 'FunctionDeclaration' ||
            type === 'FunctionExpression' ||
            type === 'ArrowFunctionExpression',
        )
        .map(({ start, end }) => ({
          path,
          line: lineAt(text, start),
          lines: lineAt(text, end) - lineAt(text, start) + 1,
        })),
    )
    .filter(({ lines }) => lines > MOST_LINES)
    .toSorted((a, b) => b.lines - a.lines);

/** The records of the wire: names of the fields of each object schema in the contract. @param {SourceFile[]} files @returns {Set<string>[]} */
export const wireRecords = (files) =>
  files
    .filter(({ path }) => path.startsWith('packages/contract/'))
    .flatMap(({ program }) => nodesOf(program))
    .flatMap((node) =>
      isObjectSchema(node['callee']) && Array.isArray(node['arguments']) ? node['arguments'] : [],
    )
    .filter((node) => isNode(node))
    .map((node) => new Set(namesOf(node)))
    .filter(({ size }) => size >= LEAST_NAMES);

/**
 * Literals, patterns, types and column lists of four or more names of which 70 % are one record's: places that a new field may have
 * to be added to. Schemas of the contract are not counted.
 * @param {SourceFile[]} files @param {Set<string>[]} records @returns {Place[]}
 */
export const repeatedFieldLists = (files, records) =>
  files
    .filter(({ path }) => !path.startsWith('packages/contract/'))
    .flatMap(({ path, text, program }) =>
      nodesOf(program)
        .map((node) => ({ node, names: namesOf(node) }))
        .filter(({ names }) => names.length >= LEAST_NAMES && records.some((record) => isOf(record, names)))
        .map(({ node, names }) => ({ path, line: lineAt(text, node.start), names })),
    );

/** `z.object`, `z.strictObject` or `schema.extend`. @param {unknown} callee */
const isObjectSchema = (callee) =>
  isNode(callee) &&
  isNode(callee['property']) &&
  /^(object|strictObject|extend)$/.test(String(callee['property']['name']));

/** @param {Set<string>} record @param {string[]} names */
const isOf = (record, names) =>
  names.filter((name) => record.has(name)).length / names.length >= SHARE_OF_RECORD;

/** The names that a literal, pattern, type or list of strings consists of; columns by the name of their field. @param {Node} node @returns {string[]} */
function namesOf(node) {
  switch (node.type) {
    case 'ObjectExpression':
    case 'ObjectPattern':
      return namesIn(node['properties'], (property) => property['key']);
    case 'TSTypeLiteral':
      return namesIn(node['members'], (member) => member['key']);
    case 'TSInterfaceBody':
      return namesIn(node['body'], (member) => member['key']);
    case 'ArrayExpression':
      return namesIn(node['elements'], (element) => element);
    case 'TSUnionType':
      return namesIn(node['types'], (type) => type['literal']);
    default:
      return [];
  }
}

/** @param {unknown} children @param {(child: Node) => unknown} nameOf */
function namesIn(children, nameOf) {
  if (!Array.isArray(children)) return [];
  return children.flatMap((child) => {
    if (!isNode(child)) return [];
    const key = nameOf(child);
    const name = isNode(key) ? (key['name'] ?? key['value']) : undefined;
    return typeof name === 'string' ? [fieldName(name)] : [];
  });
}

/** `p.date_of_birth` is `dateOfBirth`. @param {string} column */
const fieldName = (column) =>
  column.replace(/^\w+\./, '').replaceAll(/_([a-z])/g, (_, letter) => String(letter).toUpperCase());

/** A node and everything in it. @param {Node} node @returns {Node[]} */
function nodesOf(node) {
  const children = (visitorKeys[node.type] ?? [])
    .flatMap((key) => node[key])
    .filter((child) => isNode(child));
  return [node, ...children.flatMap((child) => nodesOf(child))];
}

/** @param {unknown} value @returns {value is Node} */
const isNode = (value) => typeof value === 'object' && value !== null && 'type' in value;

/** @param {unknown} value @returns {Node} */
function asNode(value) {
  if (!isNode(value)) throw new TypeError('not a node of the parser');
  return value;
}

/** @param {string} text @param {number} offset */
const lineAt = (text, offset) => text.slice(0, offset).split('\n').length;
