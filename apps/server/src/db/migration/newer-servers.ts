/**
 * A statement of migration 0061 that PostgreSQL refuses since 15.20, 16.16, 17.12 and 18.7 (CVE-2026-6460, their release notes of
 * 2026-11-12): a new column with a default, in a table whose rows are the parameter of an SQL function.
 */
export const REFUSED = 'alter table documents add column is_file_missing boolean not null default false;';

/** Adds the same column on all servers. */
export const ACCEPTED = `
alter table documents add column is_file_missing boolean;
alter table documents alter column is_file_missing set default false;
alter table documents disable trigger user;
update documents set is_file_missing = false;
alter table documents enable trigger user;
alter table documents alter column is_file_missing set not null;`;

/** The text of a migration as every supported server accepts it. Its file stays as it landed. */
export const forEveryServer = (text: string): string => text.replace(REFUSED, ACCEPTED);
