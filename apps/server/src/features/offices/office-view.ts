import type { IpWhitelistEntry, Office } from '@portal/contract/offices';
import type { IpWhitelistRow } from './ip-whitelist-repo.ts';
import type { CountedOffice } from './office-repo.ts';

/** The public fields of an office, which any signed-in user may see. */
export const presentOffice = ({ userCount: _count, updatedAt: _at, ...office }: CountedOffice): Office =>
  office;

/** An office with its user count and whitelist, for holders of Admin.ManageOffices. */
export const presentManagedOffice = (row: CountedOffice, whitelist: readonly IpWhitelistRow[]): Office => ({
  ...presentOffice(row),
  userCount: row.userCount,
  ipWhitelists: whitelist.map((entry) => presentEntry(entry)),
});

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
