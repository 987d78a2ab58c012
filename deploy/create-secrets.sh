#!/bin/sh
# Writes the secrets that compose.yaml reads, once. Keep a copy of app-secret somewhere else: without it
# no backup can be used.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
create() {
  [ -e "secrets/$1" ] || printf '%s' "$2" > "secrets/$1"
}
random() {
  od -An -N32 -tx1 /dev/urandom | tr -d ' \n'
}
create app-secret "$(random)"
create database-password "$(random)"
create site-password "$(random)"
create database-url "postgres://henry_site:$(cat secrets/site-password)@database:5432/henry"
create database-direct-url "postgres://owner:$(cat secrets/database-password)@database:5432/henry"
# The containers read the files as another user; the folder keeps everybody else on this machine out.
chmod 700 secrets
chmod 644 secrets/*
