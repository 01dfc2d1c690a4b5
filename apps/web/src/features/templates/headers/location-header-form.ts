import { locationHeader, locationHeaderSave, type LocationHeader } from '@portal/contract/location-headers';
import type { Office } from '@portal/contract/offices';
import type { CurrentUser } from '@portal/contract/session';
import { formatDateUs } from '@portal/domain/date';
import { formatPhone } from '@portal/domain/phone';
import { fullName } from '@portal/domain/person-name';
import { FOOTER_PLACEHOLDERS, HEADER_PLACEHOLDERS } from '@portal/domain/report-header';
import type { z } from 'zod';
import type { Placeholder } from './PlaceholderButtons.tsx';

export const headerBody = locationHeaderSave.body;
export type HeaderInput = z.input<typeof headerBody>;

const PLACEHOLDER_LABELS: Readonly<
  Record<(typeof HEADER_PLACEHOLDERS | typeof FOOTER_PLACEHOLDERS)[number], string>
> = {
  location_name: 'Location name',
  location_address: 'Address',
  location_phone: 'Phone',
  location_fax: 'Fax',
  current_date: 'Current date',
  provider_name: 'Provider name',
  provider_title: 'Provider title',
  dictation_date: 'Dictation date',
};

const withLabels = (names: readonly (keyof typeof PLACEHOLDER_LABELS)[]): readonly Placeholder[] =>
  names.map((name) => ({ name, label: PLACEHOLDER_LABELS[name] }));

/** The placeholders offered for headers and footers. */
export const HEADER_BUTTONS = withLabels(HEADER_PLACEHOLDERS);
export const FOOTER_BUTTONS = withLabels(FOOTER_PLACEHOLDERS);

/** Form values of a saved header, or of a location without one. */
export const headerInput = (locationId: string, header: LocationHeader | undefined): HeaderInput => ({
  locationId,
  headerHTML: header?.headerHTML ?? '',
  footerHTML: header?.footerHTML ?? '',
  version: header?.version ?? 0,
});

/** Form values of the current record from a stale save response; null if it cannot be parsed. */
export function currentHeader(current: unknown): HeaderInput | null {
  const { data } = locationHeader.safeParse(current);
  return data === undefined ? null : headerInput(data.locationId, data);
}

/** Placeholder values for the preview: the location, the current user as provider, and today's date. */
export function previewValues(location: Office, user: CurrentUser, today: string): Record<string, string> {
  const { address, city, state, zipCode } = location;
  return {
    location_name: location.name,
    location_address: `${address}, ${city}, ${state} ${zipCode}`,
    location_phone: formatPhone(location.phone),
    location_fax: location.fax === null ? '' : formatPhone(location.fax),
    current_date: formatDateUs(today),
    provider_name: fullName(user.firstName, user.lastName),
    provider_title: user.title ?? 'MD',
    dictation_date: formatDateUs(today),
  };
}

/** The plain text of HTML, to compare two versions. */
export function headerText(name: string, value: unknown): string | undefined {
  if (!name.endsWith('HTML') || typeof value !== 'string') return undefined;
  const { body } = new DOMParser().parseFromString(
    value.replaceAll(/<\/(?:p|h\d|li|div)>/g, '$& '),
    'text/html',
  );
  return body.textContent.trim();
}
