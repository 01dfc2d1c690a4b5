import type { LocationHeader } from '@portal/contract/location-headers';
import { formatPhone } from '@portal/domain/phone';
import { defaultReportHeader } from '@portal/domain/report-header';
import type { HeaderRow, LocationRow } from './header-repo.ts';
import { sanitizeHeaderHtml } from './sanitize-html.ts';

/** Converts a header to the API's format. Sanitizes it again, so that the current rules also apply to older HTML. */
export const presentHeader = (row: HeaderRow): LocationHeader => ({
  locationId: row.location_id,
  headerHTML: sanitizeHeaderHtml(row.header_html).html,
  footerHTML: sanitizeHeaderHtml(row.footer_html).html,
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
});

/** The header and footer of a location's reports: sanitized HTML with placeholders for `fillHeader`. */
export interface ReportHeader {
  readonly headerHTML: string;
  readonly footerHTML: string;
  /** The values of the location placeholders. */
  readonly values: Readonly<
    Record<'location_name' | 'location_address' | 'location_phone' | 'location_fax', string>
  >;
  /** The id of the practice's logo as it is now, which is beside the header. */
  readonly logo: string | null;
  /** Only SuperAdmins see the location. */
  readonly isHidden: boolean;
}

/** The report header of a location, or the practice's default. */
export function presentReportHeader(row: LocationRow, practiceName: string): ReportHeader {
  const { header_html: header, footer_html: footer } = row;
  const html =
    // An empty header and footer count as none.
    header === null || footer === null || (header === '' && footer === '')
      ? defaultReportHeader(practiceName, row)
      : { headerHTML: sanitizeHeaderHtml(header).html, footerHTML: sanitizeHeaderHtml(footer).html };
  return {
    ...html,
    logo: row.logo,
    isHidden: row.super_admin_only,
    values: {
      location_name: row.name,
      location_address: `${row.address}, ${row.city}, ${row.state} ${row.zip_code}`,
      location_phone: formatPhone(row.phone),
      location_fax: row.fax === null ? '' : formatPhone(row.fax),
    },
  };
}
