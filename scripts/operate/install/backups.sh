# shellcheck shell=bash
# Backups: their user and folder, the archive of PostgreSQL's log, and who may read what. Their units are with the others.

BACKUPS=/srv/backup
RECIPIENTS=/etc/wasl/backup-recipients
BACKUP_UNITS=(wasl-backup-follow.service wasl-backup.timer wasl-proof.timer)

# Whoever has named a key once need not name it again.
wants_backups() { [ ${#BACKUP_KEYS[@]} -gt 0 ] || [ -s $RECIPIENTS ]; }

set_up_backups() {
  step 'Backups'
  if ! wants_backups; then
    say 'none: no key was named with --backup-key'
    return
  fi
  local files=$ROOT/scripts/operate/backup
  if ! getent passwd wasl-backup >/dev/null; then
    run useradd --system --gid wasl --home-dir /nonexistent --no-create-home --shell /usr/sbin/nologin wasl-backup
  fi
  # PostgreSQL writes into the second; the user of backups reads and removes there. Once made, they are the operator's.
  if [ ! -d $BACKUPS/wal ]; then
    run install -d -m 755 -o wasl-backup -g root $BACKUPS
    run install -d -m 2770 -o postgres -g wasl $BACKUPS/wal
  fi
  # Of a lost server that was restored here: its users may have had other numbers there.
  if [ -d $BACKUPS/base ] && [ "$(stat -c %U $BACKUPS/base)" != wasl-backup ]; then
    run chown -R wasl-backup:wasl $BACKUPS
    run chown -R postgres:wasl $BACKUPS/wal
  fi
  if [ ${#BACKUP_KEYS[@]} -gt 0 ]; then
    printf '%s\n' "${BACKUP_KEYS[@]}" | put $RECIPIENTS 644 root:root || true
  fi
  # Theirs to change, for example how many days are kept.
  if [ ! -f /etc/wasl/backup.env ]; then put /etc/wasl/backup.env 640 root:wasl <"$files/backup.env" || true; fi
  if [ -z "$PG_VERSION" ]; then say 'would have PostgreSQL archive its log'; return; fi
  if put "/etc/postgresql/$PG_VERSION/main/conf.d/wasl-archive.conf" 644 postgres:postgres <"$files/archive.conf"; then
    say 'PostgreSQL has to be restarted, to archive its log'
    restart_postgresql "$PG_VERSION"
  fi
  make_backup_role "$files/prepare.sql"
}

# Sealed to a mistyped key, the secrets could be opened by nobody. Without age there is only what --backup-key looks at.
check_backup_keys() {
  local key
  command -v age >/dev/null || return 0
  for key in "${BACKUP_KEYS[@]}"; do
    age -r "$key" </dev/null >/dev/null 2>&1 || give_up "'$key' is no public key of age: was it copied whole?"
  done
}

# The log of a new server must not get between the files of a lost one, from which that is yet to be restored.
check_backup_folder() {
  local file server
  if ! wants_backups || [ -z "$PG_VERSION" ] || [ -n "$DRY_RUN" ]; then return; fi
  for file in $BACKUPS/base/*/backup.json; do
    if [ ! -f "$file" ]; then continue; fi
    server=${server:-$(as_postgres 'SELECT system_identifier FROM pg_control_system();')}
    grep -q "\"systemIdentifier\": \"$server\"" "$file" ||
      give_up "$BACKUPS has the backups of another server. To restore them here, see docs/backup.md; otherwise give this server a folder of its own there."
  done
}

make_backup_role() {
  if [ -n "$DRY_RUN" ]; then say 'would make the role wasl-backup if it is missing'; return; fi
  if [ -n "$(as_postgres "SELECT 1 FROM pg_roles WHERE rolname = 'wasl-backup';")" ]; then return; fi
  as_postgres "BEGIN; $(cat "$1") COMMIT;" wasl
  say 'role wasl-backup, which reads everything and writes how backups went'
}

# The first one at once, and its proof: what does not work should be known today, not on the first Friday.
start_backups() {
  if ! wants_backups || [ -n "$DRY_RUN" ]; then return; fi
  systemctl restart wasl-backup-follow.service
  systemctl start wasl-backup.timer wasl-proof.timer
  if [ -n "$(find $BACKUPS/base -name backup.json -print -quit 2>/dev/null)" ]; then return; fi
  step 'First backup, and its proof'
  if systemctl start wasl-backup.service && systemctl start wasl-proof.service; then
    say "made, and restored for proof: journalctl -u wasl-backup -u wasl-proof"
  else
    BACKUP_FAILED=1
    journalctl -u wasl-backup -u wasl-proof -n 10 -o cat --no-pager | sed 's/^/  /'
  fi
}

say_of_backups() {
  if ! wants_backups; then
    say '- there are NO BACKUPS: make a key on another computer (age-keygen -o operator.key), mount a disk at'
    say "  $BACKUPS, and run this again with --backup-key age1… (docs/backup.md)"
    return
  fi
  if [ -n "${BACKUP_FAILED:-}" ]; then
    say '- the first backup or its proof FAILED, as above; when that is mended: systemctl start wasl-backup wasl-proof'
  fi
  if [ "$(stat -c %d $BACKUPS)" = "$(stat -c %d /var/lib/postgresql)" ]; then
    say "- $BACKUPS is on the same disk as the database and would be lost with it: mount another one there"
  fi
}
