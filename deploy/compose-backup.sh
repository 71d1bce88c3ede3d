#!/bin/sh
# Backs up the database and the files of compose.yaml, once a day; with --once now, and ends with 1 where that fails.
# A dump has its name only when it is whole and can be read. Files hardly ever change under their names, so only new ones are
# copied. The database goes first: a file too many does no harm (docs/data.md).
# What the site no longer has goes to the folder `removed` until the dumps that name it have gone.
usage='compose-backup.sh [--once]'
# shellcheck source=postgres/common.sh
. "$(dirname "$(readlink -f "$0")")/postgres/common.sh"
case $#${1:-} in 0 | 1--once) ;; *) usage_error 'only --once is known' ;; esac
backups=${BACKUPS:-/backups}
# FILES= where they are in a bucket elsewhere
files=${FILES-/files}
days=${BACKUP_DAYS:-14}
in_store=$backups/.taking-in-store
in_backup=$backups/.taking-in-backup

# What is in a folder, sorted for comm. No pipe, which would hide that find has failed.
list() {
	(cd "$1" && find . -type f) >"$2" && LC_ALL=C sort -o "$2" "$2"
}

# A copy has its original's size and time.
looks() {
	stat -c '%s %Y' "$1" 2>/dev/null
}

set_aside() {
	mkdir -p "$backups/removed/$(dirname "$1")" && mv "$backups/files/$1" "$backups/removed/$1"
}

# One after the other, so that a file which is there is whole. What the store knows of a file is in its attributes.
copy_new() {
	[ -n "$files" ] || return 0
	list "$files" "$in_store" || return 1
	while IFS= read -r file; do
		copy=$backups/files/$file
		[ "$(looks "$copy")" = "$(looks "$files/$file")" ] && continue
		mkdir -p "$(dirname "$copy")" || return 1
		if cp --preserve=timestamps,xattr "$files/$file" "$backups/.taking-file"; then
			sync "$backups/.taking-file" || return 1
			# Mended, or damaged since: nobody here can tell, so both stay.
			if [ -e "$copy" ]; then set_aside "$file" || return 1; fi
			mv "$backups/.taking-file" "$copy" || return 1
		elif [ -e "$files/$file" ]; then
			return 1
		fi # Otherwise it was removed meanwhile, and there is nothing to keep.
	done <"$in_store"
}

# A store without any file is more likely one that is not there.
set_removed_aside() {
	[ -n "$files" ] && [ -s "$in_store" ] || return 0
	list "$backups/files" "$in_backup" && LC_ALL=C comm -13 "$in_store" "$in_backup" >"$backups/.taking-removed" || return 1
	while IFS= read -r file; do
		set_aside "$file" || return 1
	done <"$backups/.taking-removed"
}

# One at a time: a backup by hand waits for the daily one, and the other way round.
take() {
	flock 9 || return 1
	name=padavu-$(date -u +%Y-%m-%dT%H%M%SZ).dump
	rm -f "$backups"/.taking-*
	mkdir -p "$backups/files" "$backups/removed" &&
		sh "$(dirname "$0")/postgres/dump" "$backups/.taking-$name" &&
		copy_new &&
		sync --file-system "$backups" &&
		mv "$backups/.taking-$name" "$backups/$name" &&
		set_removed_aside || return 1
	# Only after a good one, so that the last good ones stay however long it fails. Of what was removed the day of that counts.
	find "$backups" -maxdepth 1 -name 'padavu-*.dump' -mtime "+$days" -exec rm -f {} + &&
		find "$backups/removed" -type f -ctime "+$days" -exec rm -f {} + || return 1
	rm -f "$backups"/.taking-*
	if [ -n "$files" ]; then echo "$name and the files are backed up"; else echo "$name is backed up"; fi
} 9>"$backups/.lock"

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
