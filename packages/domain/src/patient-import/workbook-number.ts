/** The text of a number in a workbook. */
export type NumberText = (value: number, is1904: boolean) => string;

/**
 * Number formats that files only name by their number (ECMA-376 part 1, 18.8.30, in Microsoft Learn [MS-OI29500] 2.1.712, read
 * 2026-11-27). 27–36 and 50–58 depend on the language and are dates and times in all of them (unchecked).
 */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
const FIRST_CUSTOM = 164;

/** How numbers of a number format are read. `code`: of a custom one. */
export function numberText(id: number, code: string | undefined): NumberText {
  if (code === undefined || (id < FIRST_CUSTOM && isBuiltInDate(id)))
    return isBuiltInDate(id) ? dateText : plainText;
  const [section = ''] = code.split(';');
  if (isDateFormat(section)) return dateText;
  const mask = maskOf(section);
  return mask === null ? plainText : (value) => masked(value, mask);
}

/** Letters of dates and times that are neither quoted, escaped nor a color or locale in brackets. [h] is a duration. */
function isDateFormat(section: string): boolean {
  const letters = section
    .replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
    .replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .replaceAll(/general/gi, '');
  return /d|m|y|h|s/i.test(letters);
}

const DAY_MS = 86_400_000;
/** 9999-12-31 is the last day that Excel knows. */
const LAST_DAY = 2_958_465;
/** Between the first days of both systems. */
const DAYS_TO_1904 = 1462;
/** Excel counts 1900-02-29, which was no day (Microsoft Learn, "Excel incorrectly assumes that the year 1900 is a leap year", read 2026-11-27). */
const NO_DAY = 60;

/** "1980-01-05", "1980-01-05 13:30:00", or "13:30:00". */
const dateText: NumberText = (value, is1904) => {
  const seconds = Math.round(value * 86_400);
  const days = Math.floor(seconds / 86_400) + (is1904 ? DAYS_TO_1904 : 0);
  const rest = seconds - Math.floor(seconds / 86_400) * 86_400;
  if (value < 0 || days > LAST_DAY) return plainText(value, is1904);
  const time = new Date(rest * 1000).toISOString().slice(11, 19);
  if (value > 0 && value < 1 && rest > 0) return time;
  const first = Date.UTC(1899, 11, days < NO_DAY ? 31 : 30);
  const day = days === NO_DAY ? '1900-02-29' : new Date(first + days * DAY_MS).toISOString().slice(0, 10);
  return rest === 0 ? day : `${day} ${time}`;
};

/** Digits of a number that Excel keeps ("Excel specifications and limits", Microsoft Support, read 2026-11-27). */
const DIGITS = 15;

/** "123", never "123.0". Numbers with more digits than Excel keeps stay visible as such: "1.23456789012346E+17". */
const plainText: NumberText = (value) => {
  if (Number.isInteger(value) && Math.abs(value) >= 10 ** DIGITS)
    return Number(value.toPrecision(DIGITS)).toExponential().toUpperCase();
  return String(Number(value.toPrecision(DIGITS))).toUpperCase();
};

interface MaskPart {
  /** '0': a digit or zero; '#': a digit or nothing. Null for text. */
  readonly digit: '0' | '#' | null;
  readonly text: string;
}

/** The parts of a format for whole numbers, such as 00000 or 000-00-0000; null for others. */
function maskOf(section: string): readonly MaskPart[] | null {
  if (/^\[[<>=]/.test(section)) return null;
  const parts: MaskPart[] = [];
  for (const [token] of section.matchAll(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|[^]/g)) {
    if (/^[0#?]$/.test(token)) parts.push({ digit: token === '0' ? '0' : '#', text: '' });
    else if (/^(?:"|\\)/.test(token)) parts.push({ digit: null, text: token.replaceAll(/^\\|"/g, '') });
    else if (/^[-+$(): ']$/.test(token)) parts.push({ digit: null, text: token });
    else if (!/^(?:[_*[].*|,)$/.test(token)) return null;
  }
  const zeros = parts.filter(({ digit }) => digit === '0').length;
  return zeros > 1 || parts.some(({ digit, text }) => digit === null && text !== '') ? parts : null;
}

function masked(value: number, parts: readonly MaskPart[]): string {
  if (!Number.isInteger(value) || value < 0 || value >= 10 ** DIGITS) return plainText(value, false);
  const digits = String(value);
  const places = parts.filter(({ digit }) => digit !== null).length;
  if (places === 0) return digits;
  const aligned = digits.slice(-places).padStart(places);
  let place = 0;
  const text = parts.map((part) => {
    if (part.digit === null) return part.text;
    const blank = part.digit === '0' ? '0' : '';
    const shown = (aligned[place] ?? '').replace(' ', blank);
    place += 1;
    // The first place takes all digits that the format has no place for.
    return place === 1 ? digits.slice(0, -places) + shown : shown;
  });
  return text.join('').trim();
}
