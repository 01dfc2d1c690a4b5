/** How the bytes of a text were read. */
export type TextEncoding = 'UTF-8' | 'UTF-16' | 'Windows-1252';

export interface DecodedText {
  readonly text: string;
  readonly encoding: TextEncoding;
}

const MARKS = [
  { start: [0xff, 0xfe], label: 'utf-16le' },
  { start: [0xfe, 0xff], label: 'utf-16be' },
] as const;

/** Reads text in UTF-16 if it begins with a byte order mark, else in UTF-8 if it is valid, else in Windows-1252. */
export function decodeText(bytes: ArrayBuffer): DecodedText {
  const view = new Uint8Array(bytes);
  const mark = MARKS.find(({ start }) => start.every((byte, at) => view[at] === byte));
  if (mark !== undefined) return { text: new TextDecoder(mark.label).decode(bytes), encoding: 'UTF-16' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' };
  }
}
