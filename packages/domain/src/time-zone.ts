// cspell:ignore Asmera Catamarca Atikokan Nuuk Jujuy Kolkata Minh Enderbury Kanton Pohnpei Chuuk
/**
 * The names of zones that `Intl` keeps under an old name, from the IANA time zone database (zone.tab of 2025b, compared with
 * ICU 78.3 on 2026-11-26). PostgreSQL on current Debian does not know the old names (they are in the package tzdata-legacy).
 */
const CURRENT_NAMES: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/**
 * The current name of an IANA time zone that this system knows under any name and in any case; undefined for other text. Bare
 * offsets such as +05:00 are no zone, because PostgreSQL reads their sign the opposite way.
 */
export function currentZoneName(text: string): string | undefined {
  if (!/^[A-Za-z]/.test(text)) return undefined;
  try {
    const known = new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone;
    return CURRENT_NAMES[known] ?? known;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The current names of all zones. */
export const timeZones = (): string[] =>
  Intl.supportedValuesOf('timeZone')
    .map((zone) => CURRENT_NAMES[zone] ?? zone)
    .toSorted();
