-- How modifiers are suggested. At most one row; without it, modifier 50 is suggested for a transforaminal approach on one side.
create table suggestion_settings (
  is_only boolean primary key default true check (is_only),
  one_sided_modifier text collate "C" not null check (one_sided_modifier in ('50', 'side')),
  updated_by uuid not null references users,
  updated_at timestamptz not null
);
