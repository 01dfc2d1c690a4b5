import { alignmentOf } from './text-alignment.ts';

const MARKS: Readonly<Record<string, string>> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  u: 'u',
  s: 's',
  small: 'small',
  sub: 'sub',
  sup: 'sup',
};
const CONTAINERS = new Set(['ul', 'ol', 'li', 'blockquote']);
const HEADING = /^h[1-6]$/u;
const LINES = new Set(['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', ...CONTAINERS]);

interface Run {
  readonly marks: string;
  readonly text: string;
}
interface Line {
  /** The surrounding lists, items and quotes, each with its number in the document. */
  readonly path: readonly string[];
  readonly heading: string;
  readonly align: string;
  readonly runs: readonly Run[];
}
interface Place extends Omit<Line, 'runs'> {
  readonly marks: readonly string[];
}

/**
 * Describes the printed result of header HTML as a comparable string: its lines in order, each with its containers, heading level,
 * alignment and marked text. Divs, spans, whitespace between blocks and equivalent mark tags make no difference.
 */
export function headerShape(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const lines: (Line | 'rule')[] = [];
  let runs: Run[] = [];
  let containers = 0;
  const end = ({ path, heading, align }: Place) => {
    const merged = mergeRuns(runs);
    if (merged.length > 0) lines.push({ path, heading, align, runs: merged });
    runs = [];
  };
  const walk = (node: Node, place: Place): void => {
    if (node instanceof Text)
      runs.push({ marks: place.marks.toSorted().join(), text: node.data.replaceAll(/[ \t\r\n\f]+/gu, ' ') });
    if (!(node instanceof HTMLElement)) return;
    const tag = node.tagName.toLowerCase();
    const mark = MARKS[tag];
    if (tag === 'br') runs.push({ marks: '', text: '\n' });
    else if (tag === 'hr') {
      end(place);
      lines.push('rule');
    } else if (LINES.has(tag)) {
      end(place);
      if (CONTAINERS.has(tag)) containers += 1;
      const inner = {
        ...place,
        path: CONTAINERS.has(tag) ? [...place.path, `${tag} ${containers}`] : place.path,
        heading: HEADING.test(tag) ? tag : place.heading,
        align: alignmentOf(node) ?? '',
      };
      for (const child of node.childNodes) walk(child, inner);
      end(inner);
    } else {
      const inner = mark === undefined ? place : { ...place, marks: [...new Set([...place.marks, mark])] };
      for (const child of node.childNodes) walk(child, inner);
    }
  };
  const top: Place = { path: [], heading: '', align: '', marks: [] };
  for (const child of body.childNodes) walk(child, top);
  end(top);
  return JSON.stringify(lines);
}

/** Merges runs with the same marks and removes whitespace that a browser does not show. */
function mergeRuns(runs: readonly Run[]): readonly Run[] {
  const joined: Run[] = [];
  for (const { marks, text } of runs) {
    const last = joined.at(-1);
    const isOpen = last === undefined || /[ \n]$/u.test(last.text);
    const shown = isOpen ? text.replace(/^ +/u, '') : text;
    if (shown === '') continue;
    if (last !== undefined && (last.marks === marks || shown === '\n'))
      joined[joined.length - 1] = { marks: last.marks, text: last.text + shown };
    else joined.push({ marks: shown === '\n' ? '' : marks, text: shown });
  }
  const last = joined.at(-1);
  if (last === undefined) return [];
  const text = last.text.replace(/ +$/u, '');
  return text === '' ? joined.slice(0, -1) : [...joined.slice(0, -1), { ...last, text }];
}
