#!/bin/sh
# Creates the portal's logins and database on a new PostgreSQL server, as docs/operations/databases.md says.
# The container of compose.database.yaml runs it once. Elsewhere: PGHOST=… PGPASSWORD=… POSTGRES_USER=postgres APP_PASSWORD=… OWNER_PASSWORD=… ops/create-database.sh
set -eu
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres \
  --set=app="$APP_PASSWORD" --set=owner="$OWNER_PASSWORD" <<'SQL'
create role portal_owner login password :'owner';
create role portal_app login password :'app';
create database portal owner portal_owner template template0 encoding 'UTF8' locale 'C.UTF-8';
alter database portal set jit = off;
SQL
