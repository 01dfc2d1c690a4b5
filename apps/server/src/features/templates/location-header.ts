import { formatPhone } from '@portal/domain/phone';
import { defaultReportHeader } from '@portal/domain/report-header';
import type { Db } from '#db/database.ts';
import { sanitizeHeaderHtml } from './sanitize-html.ts';

/** The header and footer of a location's reports: sanitized HTML with placeholders for `fillHeader`. */
export interface ReportHeader {
  readonly headerHTML: string;
  readonly footerHTML: string;
  /** The values of the location placeholders. */
  readonly values: Readonly<Record<'location_name' | 'location_address' | 'location_phone', string>>;
}

/** Gets the report header of a location, or the practice's default. Undefined for an unknown location. */
export async function reportHeaderOf(
  db: Db,
  locationId: string,
  practiceName: string,
): Promise<ReportHeader | undefined> {
  const row = await db
    .selectFrom('offices as o')
    .leftJoin('location_headers as h', 'h.location_id', 'o.id')
    .select([
      'o.name',
      'o.address',
      'o.city',
      'o.state',
      'o.zip_code',
      'o.phone',
      'h.header_html',
      'h.footer_html',
    ])
    .where('o.id', '=', locationId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { header_html: header, footer_html: footer } = row;
  const html =
    // An empty header and footer count as none.
    header === null || footer === null || (header === '' && footer === '')
      ? defaultReportHeader(practiceName)
      : { headerHTML: sanitizeHeaderHtml(header).html, footerHTML: sanitizeHeaderHtml(footer).html };
  return {
    ...html,
    values: {
      location_name: row.name,
      location_address: `${row.address}, ${row.city}, ${row.state} ${row.zip_code}`,
      location_phone: formatPhone(row.phone),
    },
  };
}
