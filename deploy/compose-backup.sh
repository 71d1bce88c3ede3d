#!/bin/sh
# Backs up the database and the files of compose.yaml, once a day; with --once now, and ends with 1 where that fails.
# A dump has its name only when it is whole and can be read; the files never change under their names, so only new ones are
# copied. The database goes first: a file too many does no harm (docs/data.md).
set -eu
umask 077
backups=${BACKUPS:-/backups}
files=${FILES:-/files}
days=${BACKUP_DAYS:-14}

# One after the other, so that a file which is there is whole. What the store knows of a file is in its attributes.
copy_new() {
	(cd "$files" && find . -type f) | while IFS= read -r file; do
		[ -e "$backups/files/$file" ] && continue
		mkdir -p "$backups/files/$(dirname "$file")" &&
			cp --preserve=timestamps,xattr "$files/$file" "$backups/.taking-file" &&
			mv "$backups/.taking-file" "$backups/files/$file" || exit 1
	done
}

take() {
	name=padavu-$(date -u +%Y-%m-%dT%H%M%SZ).dump
	rm -f "$backups"/.taking-*
	pg_dump --format=custom --file="$backups/.taking-$name" &&
		pg_restore --list "$backups/.taking-$name" >/dev/null &&
		copy_new &&
		sync "$backups" &&
		mv "$backups/.taking-$name" "$backups/$name" || return 1
	# Only after a good one, so that the last good ones stay however long it fails.
	find "$backups" -maxdepth 1 -name 'padavu-*.dump' -mtime "+$days" -exec rm -f {} +
	echo "$name and the files are backed up"
}

if [ "${1:-}" = --once ]; then
	take
	exit
fi
while :; do
	if take; then wait=86400; else
		echo 'The backup failed; the next try is in an hour' >&2
		wait=3600
	fi
	sleep "$wait"
done
