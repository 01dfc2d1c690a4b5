import { formatPhone } from './phone.ts';

/** The largest file of a logo, in bytes. */
export const MAX_LOGO_BYTES = 2 * 1024 * 1024;
/** The most pixels that an uploaded logo has on one side: nobody scans a larger one, and it would take much memory. */
export const MAX_UPLOADED_LOGO_SIDE = 4000;
/** The fewest pixels of an uploaded logo on one side. */
export const MIN_LOGO_SIDE = 32;
/** A logo is scaled down to fit into this many pixels: three times what a print of the largest size needs to be sharp. */
export const LOGO_SIZE = { width: 600, height: 200 } as const;

/** The office of a letterhead. Phone and fax are digits only. */
export interface LetterheadOffice {
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  readonly phone: string;
  readonly fax: string | null;
}

/** The lines of a letterhead below the practice's name: the office, unless it has the same name, its address, and its numbers. */
export function letterheadLines(practice: string, office: LetterheadOffice | null): string[] {
  if (office === null) return [];
  const { name, address, city, state, zipCode, phone, fax } = office;
  return [
    ...(name === practice ? [] : [name]),
    `${address}, ${city}, ${state} ${zipCode}`,
    [`Phone ${formatPhone(phone)}`, ...(fax === null ? [] : [`Fax ${formatPhone(fax)}`])].join('   '),
  ];
}

/** How large a logo is on screen or paper, in the units of `most`: as large as it fits, but never larger than its own pixels. */
export function fittedSize(
  { width, height }: { readonly width: number; readonly height: number },
  most: { readonly width: number; readonly height: number },
): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, most.width / width, most.height / height);
  return { width: width * scale, height: height * scale };
}
