-- The version of all rights: what a process remembers of a user's roles, permissions and office addresses is valid while the
-- version is the same. It is raised just before the commit of any transaction that changes them, so that its row is locked last
-- and only for a moment.
create table rights_version (
  is_only_row boolean primary key default true check (is_only_row),
  version bigint not null
);
insert into rights_version (version) values (1);

create function raise_rights_version() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  this_transaction text := pg_current_xact_id()::text;
begin
  if current_setting('portal.raised_rights_version_in', true) is distinct from this_transaction then
    update public.rights_version set version = version + 1;
    perform set_config('portal.raised_rights_version_in', this_transaction, true);
  end if;
  return null;
end
$$;

create constraint trigger raise_rights_version after insert or update or delete on user_roles
  deferrable initially deferred for each row execute function raise_rights_version();
create constraint trigger raise_rights_version after insert or update or delete on role_permissions
  deferrable initially deferred for each row execute function raise_rights_version();
create constraint trigger raise_rights_version after insert or update or delete on user_permission_overrides
  deferrable initially deferred for each row execute function raise_rights_version();
create constraint trigger raise_rights_version after insert or update or delete on office_ip_whitelist
  deferrable initially deferred for each row execute function raise_rights_version();
create constraint trigger raise_rights_version after update of name on roles
  deferrable initially deferred for each row execute function raise_rights_version();
create constraint trigger raise_rights_version after insert or update of name or delete on permissions
  deferrable initially deferred for each row execute function raise_rights_version();
create constraint trigger raise_rights_version after update of user_name, office_id, is_active, must_change_password on users
  deferrable initially deferred for each row
  when ((old.user_name, old.office_id, old.is_active, old.must_change_password)
    is distinct from (new.user_name, new.office_id, new.is_active, new.must_change_password))
  execute function raise_rights_version();
