import type { IpWhitelistEntry, Office } from '@portal/contract/offices';
import type { IpWhitelistRow } from './ip-whitelist-repo.ts';
import type { OfficeRow } from './office-repo.ts';

/** The public fields of an office, which any signed-in user may see. */
export function presentOffice(row: OfficeRow): Office {
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    city: row.city,
    state: row.state,
    zipCode: row.zip_code,
    phone: row.phone,
    fax: row.fax,
    npi: row.npi,
    superAdminOnly: row.super_admin_only,
    isSurgeryCenter: row.is_surgery_center,
    isActive: row.is_active,
    version: row.version,
  };
}

/** An office with its user count and whitelist, for holders of Admin.ManageOffices. */
export function presentManagedOffice(row: OfficeRow, whitelist: readonly IpWhitelistRow[]): Office {
  return {
    ...presentOffice(row),
    userCount: row.user_count,
    ipWhitelists: whitelist.map((entry) => presentEntry(entry)),
  };
}

/** Converts a whitelist row to the API format. */
export function presentEntry(row: IpWhitelistRow): IpWhitelistEntry {
  return {
    id: row.id,
    ipAddress: row.ip_address,
    description: row.description,
    expiresAt: row.expires_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    version: row.version,
  };
}
