import {
  CUT_ROW,
  isListedCode,
  readDay,
  readsLines,
  UNKNOWN_EDITION,
  type Layout,
  type ReadRow,
  type Refusal,
  type RowReader,
} from './layout.ts';
import type { CodeRow } from './rows.ts';

/**
 * HCPCS Level II ("HCPC2026_OCT_ANWEB"), lines of 320 characters. Sources: CMS, "HCPCS Contractor Record" of 2024, and public readers of
 * the files for the positions; looked up on 2026-11-28. Nothing in the file says its quarter.
 *
 * The day of the last action (277 to 284) is not the start of a code: for an ended code, it is the day after the last one.
 */
const TITLE = 'CMS, HCPCS Level II';
const LENGTH = 320;
/** Characters of a first line up to the action, after which files have no blanks. */
const SHORTEST = 293;
const LINE = /^(?:[A-Z][0-9]{4}| {3}[0-9A-Z]{2})[0-9]{5}(.)/;
/** Kinds of lines: the first and a further line of a code, and of a modifier. */
const [CODE, CODE_MORE, MODIFIER, MODIFIER_MORE] = ['3', '4', '7', '8'];
const isFirst = (kind: string | undefined): boolean => kind === CODE || kind === MODIFIER;

const field = (line: string, from: number, to: number): string => line.slice(from - 1, to).trim();

export function findHcpcs(lines: readonly string[]): Layout | Refusal | undefined {
  const kinds = lines.map((line) => LINE.exec(line)?.[1]);
  if (kinds[0] === undefined) return undefined;
  const problem = layoutProblem(lines, kinds);
  if (problem !== null) return { problem: `HCPCS Level II: ${problem}` };
  return { kind: 'hcpcs', title: TITLE, edition: UNKNOWN_EDITION, read: readsLines(codeReader) };
}

function layoutProblem(lines: readonly string[], kinds: readonly (string | undefined)[]): string | null {
  const longest = Math.max(...lines.map(({ length }) => length));
  if (longest > LENGTH) return `lines of ${longest} characters where ${LENGTH} are known`;
  const firsts = lines.filter((_, index) => isFirst(kinds[index]));
  if (firsts.length === 0)
    return `lines of the kind “${kinds[0]}” at position 11 where ${CODE}, ${CODE_MORE}, ${MODIFIER} and ${MODIFIER_MORE} are known`;
  const shortest = Math.min(...firsts.map(({ length }) => length));
  if (shortest < SHORTEST) return `lines of ${shortest} characters where ${SHORTEST} to ${LENGTH} are known`;
  if (firsts.every((line) => rowProblem(line) !== null))
    return 'the dates are not at the known positions (269 to 292); a column may have been added';
  return null;
}

/** A code, and its long description, which further lines continue. */
interface OpenCode {
  readonly first: string;
  readonly line: number;
  text: string;
}

function codeReader(): RowReader<string> {
  const seen = new Set<string>();
  let open: OpenCode | null = null;
  const close = (rows: ReadRow[]): void => {
    if (open !== null) rows.push({ line: open.line, row: codeRow(open) });
    open = null;
  };
  return {
    add: (text, line, isWhole, rows) => {
      if (text.trim() === '') return;
      const kind = LINE.exec(text)?.[1];
      if (kind === CODE_MORE || kind === MODIFIER_MORE) {
        if (open?.first.slice(0, 5) === text.slice(0, 5)) open.text += ` ${field(text, 12, 91)}`;
        else rows.push({ line, problem: 'The line continues another code than the one before' });
        return;
      }
      close(rows);
      const problem = seen.has(text.slice(0, 5))
        ? 'The code is in the file twice'
        : isFirst(kind)
          ? rowProblem(text)
          : 'The line has no code with a known kind at position 11';
      if (isFirst(kind)) seen.add(text.slice(0, 5));
      if (problem === null) open = { first: text, line, text: field(text, 12, 91) };
      else rows.push({ line, problem: isWhole ? problem : CUT_ROW });
    },
    end: close,
  };
}

function rowProblem(text: string): string | null {
  if (text.length < SHORTEST || text.length > LENGTH)
    return `${text.length} characters where ${SHORTEST} to ${LENGTH} are known`;
  const [from, action, to] = [field(text, 269, 276), field(text, 277, 284), field(text, 285, 292)];
  const wrong = [from, action, to].find((day) => day !== '' && readDay(day) === null);
  if (wrong !== undefined) return `“${wrong}” is not a date (YYYYMMDD)`;
  if (!/^[A-Z ]$/.test(text[229] ?? '')) return `Coverage “${text[229]}” where a letter is known`;
  return to !== '' && to < from ? 'The code ends before it begins' : null;
}

/** Codes that begin with D are dental ones, whose descriptions are licensed. */
const isDental = (code: string): boolean => /^D[0-9]{4}$/.test(code);

function codeRow({ first, text }: OpenCode): CodeRow<'hcpcs'> {
  const code = first.slice(0, 5).trim();
  return {
    code,
    part: '',
    validFrom: readDay(field(first, 269, 276)),
    validTo: readDay(field(first, 285, 292)),
    facts: {
      description: isDental(code) ? '' : text.trim().replaceAll(/\s+/g, ' '),
      isModifier: !isListedCode(code),
      coverage: field(first, 230, 230),
      action: field(first, 293, 293),
    },
  };
}
