#!/bin/sh
# Run once by the image of PostgreSQL in compose.yaml: the role that serves requests, under row-level security. The tables' owner is POSTGRES_USER.
set -eu
psql -q -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" -v password="$POSTGRES_PASSWORD" <<'SQL'
create role trastienda_app login password :'password';
SQL
