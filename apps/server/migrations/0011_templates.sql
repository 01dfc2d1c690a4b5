-- Dictation templates, their categories, billing rules and location headers.

create table template_categories (
  id integer primary key generated always as identity,
  name text not null,
  display_order integer not null check (display_order >= 0),
  icon text not null check (icon in ('category', 'medical_services', 'assignment', 'description', 'folder',
    'local_hospital', 'healing', 'science')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index template_categories_name_key on template_categories (lower(name));

create table templates (
  id uuid primary key default uuidv7(),
  name text not null,
  procedure_type text not null,
  short_description text,
  category_id integer references template_categories,
  quick_access_order integer check (quick_access_order >= 0),
  is_active boolean not null default true,
  -- The version for new dictations.
  content_version integer not null default 1,
  -- How many dictations were started with it, and when the last one was.
  usage_count integer not null default 0,
  last_used_at timestamptz,
  -- A used template is only hidden.
  deleted_at timestamptz,
  deleted_by uuid references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid references users,
  updated_at timestamptz not null default now(),
  updated_by uuid references users,
  check ((usage_count = 0) = (last_used_at is null)),
  check (deleted_at is null or not is_active)
);
create unique index templates_name_key on templates (lower(name)) where deleted_at is null;
create index templates_category_idx on templates (category_id) where deleted_at is null;

-- The content of a template. A dictation keeps its version, so a used version never changes.
create table template_versions (
  template_id uuid not null references templates on delete cascade,
  content_version integer not null,
  -- JSON as text, in the format of the contract.
  content text not null,
  auto_populate text not null,
  is_used boolean not null default false,
  created_at timestamptz not null default now(),
  created_by uuid references users,
  primary key (template_id, content_version)
);
alter table templates add constraint templates_current_version_fkey
  foreign key (id, content_version) references template_versions (template_id, content_version) deferrable initially deferred;

create function template_versions_keep() returns trigger language plpgsql as $$
begin
  if old.is_used then
    raise exception 'a template version that was used does not change' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end
$$;
create trigger template_versions_keep before update or delete on template_versions
  for each row execute function template_versions_keep();

-- A provider's defaults for a template's fields, and the provider's default template.
create table template_preferences (
  user_id uuid not null references users on delete cascade,
  template_id uuid not null references templates on delete cascade,
  -- Values by field id.
  defaults jsonb not null default '{}',
  is_default boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (user_id, template_id)
);
create unique index template_preferences_default_key on template_preferences (user_id) where is_default;
create index template_preferences_template_idx on template_preferences (template_id);

-- Sanitized HTML with placeholders, printed above and below the reports of a location.
create table location_headers (
  location_id uuid primary key references offices on delete cascade,
  header_html text not null,
  footer_html text not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by uuid references users
);

create table billing_code_rules (
  id uuid primary key default uuidv7(),
  template_id uuid not null references templates on delete cascade,
  field_id text not null,
  field_value text not null,
  priority integer not null check (priority >= 0),
  is_template_default boolean not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (is_template_default = (field_id = '_template_default')),
  check (not is_template_default or field_value = '*')
);
create index billing_code_rules_template_idx on billing_code_rules (template_id);

create table billing_code_rule_codes (
  rule_id uuid not null references billing_code_rules on delete cascade,
  -- A code that a rule assigns cannot be deleted.
  billing_code_id uuid not null references billing_codes,
  modifiers text not null,
  is_default boolean not null,
  display_order integer not null check (display_order >= 0),
  primary key (rule_id, billing_code_id)
);
create index billing_code_rule_codes_code_idx on billing_code_rule_codes (billing_code_id);
