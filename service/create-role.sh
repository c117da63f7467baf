#!/bin/sh
# Creates the role of the service, which only owns its database, when PostgreSQL is started for the first time.
set -eu
psql --username postgres --set ON_ERROR_STOP=1 --set password="$POSTGRES_PASSWORD" <<'EOF'
create role service login password :'password';
create database service owner service;
EOF
