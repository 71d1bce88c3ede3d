# shellcheck shell=sh
# What the scripts beside it share. Each says with `usage` how it is used, and in one line what is wrong.
set -eu
umask 077
me=$(basename "$0")

fail() {
	echo "$me: $1" >&2
	exit 1
}

usage_error() {
	echo "$me: $1. Usage: ${usage:?}" >&2
	exit 2
}

# An option that the usage does not name is unknown.
case ${1:-} in
--help)
	echo "Usage: $usage"
	exit
	;;
-*)
	case $usage in *"${1%%=*}"*) ;; *) usage_error "there is no option $1" ;; esac
	;;
esac

# What it is called, and which it is
need_folder() {
	[ -n "$2" ] || usage_error "$1 is missing"
	[ -d "$2" ] || fail "$1: $2 is not a folder"
}

# Names of base backups are instants in UTC, so that their order is that of time.
name_of_time() {
	date -u -d "$1" +base-%Y-%m-%dT%H%M%S.%3NZ
}

# Whether the first of two names of base backups is the later one
is_later() {
	[ "$1" != "$2" ] && [ "$(printf '%s\n' "$1" "$2" | LC_ALL=C sort | tail -n 1)" = "$1" ]
}

# The file of the log with which a base backup begins, of a line
# `START WAL LOCATION: 0/2000028 (file 000000010000000000000002)`
first_wal() {
	first=$(sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\))$/\1/p' "$1/backup_label")
	[ -n "$first" ] || fail "$1/backup_label does not say with which file of the log it begins"
}

# The programs of the version that wrote a data folder: Debian has them apart from the path.
use_programs() {
	version=$(cat "$1/PG_VERSION")
	PATH=/usr/lib/postgresql/$version/bin:$PATH
	command -v pg_verifybackup >/dev/null || fail "PATH: there is no pg_verifybackup of PostgreSQL $version"
}
