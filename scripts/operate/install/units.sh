# shellcheck shell=bash
# systemd's units and the journal; the start, and what is left to do.

install_units() {
  step 'systemd'
  local file number unit
  local files=("$ROOT"/scripts/operate/systemd/*) enabled=(wasl.target wasl-worker.service wasl-tls.timer)
  if wants_backups; then
    files+=("$ROOT"/scripts/operate/backup/*.{service,timer})
    enabled+=("${BACKUP_UNITS[@]}")
  fi
  for file in "${files[@]}"; do
    put "/etc/systemd/system/${file##*/}" 644 root:root <"$file" || true
  done
  if put /etc/systemd/journald.conf.d/wasl.conf 644 root:root <"$ROOT/scripts/operate/journald/wasl.conf" &&
    systemd_runs; then run systemctl restart systemd-journald; fi
  if systemd_runs; then run systemctl daemon-reload; fi
  # Processes beyond the wanted number end, and stay away.
  for unit in /etc/systemd/system/wasl.target.wants/wasl-api@*.service; do
    number=${unit##*@}
    number=${number%.service}
    if [ -L "$unit" ] && [ "$number" -gt "$PROCESSES" ]; then
      if systemd_runs; then run systemctl disable --quiet --now "wasl-api@$number.service"
      else run systemctl disable --quiet "wasl-api@$number.service"; fi
    fi
  done
  run systemctl enable --quiet "${enabled[@]}"
  for ((number = 1; number <= PROCESSES; number++)); do run systemctl enable --quiet "wasl-api@$number.service"; done
}

# One after the other, each ready before the next one ends. If one does not come up, the former release is put back.
start_everything() {
  if ! systemd_runs; then
    step 'Start: systemd does not run here; the units start with the machine'
    return
  fi
  step 'Start'
  if [ -n "$DRY_RUN" ]; then say 'would restart the processes one after the other'; return; fi
  /usr/local/bin/wasl roll --processes "$PROCESSES" | sed 's/^/  /' ||
    go_back "Release $VERSION did not come up" "Its log: journalctl -u 'wasl-*' -n 100"
  systemctl start wasl.target wasl-tls.timer
  start_backups
}

# go_back WHAT WHY: the link, files and units are this release's by now; the installer of the former one writes its own.
go_back() {
  local before=/opt/wasl/previous/scripts/install
  if [ -z "${FORMER:-}" ] || [ ! -x "$FORMER/scripts/install" ]; then
    if [ -x $before ] && [ -z "${WASL_GOING_BACK:-}" ]; then give_up "$1. $2"$'\n'"To go back: $before"; fi
    give_up "$1. $2"
  fi
  step "$1: going back to ${FORMER##*/}"
  WASL_GOING_BACK=1 "$FORMER/scripts/install" || give_up "Neither release comes up. $2"
  give_up "$1, and ${FORMER##*/} runs again. $2"
}

# Of several hundred megabytes each, the present release and the one before are kept: no other one could run on the schema.
remove_old_releases() {
  # On the way back, the former release may be neither of the two that the links name; the next installation sees.
  if [ -n "${WASL_GOING_BACK:-}" ]; then return; fi
  local folder kept
  kept=" $(readlink /opt/wasl/current || true) $(readlink /opt/wasl/previous || true) $ROOT "
  for folder in /opt/wasl/releases/*; do
    if [ -d "$folder" ] && [[ $kept != *" $folder "* ]]; then
      run rm -rf "$folder"
      say "removed the old release ${folder##*/}"
    fi
  done
}

say_what_next() {
  if [ -n "$DRY_RUN" ]; then
    step 'Nothing was changed (--dry-run).'
    return
  fi
  step "Wasl $VERSION is installed: https://$DOMAIN, with ${ALL_HOSTS#"$DOMAIN "}"
  step 'What to do next:'
  say "- DNS: let these names lead to this server: $ALL_HOSTS"
  if [ -n "${NEW_SPARE:-}" ]; then
    say "- take $SPARE_DIR away from this server: it holds the spare key (docs/running.md); build the apps with both pins above"
  fi
  if [ ! -x /etc/wasl/tls/issue ]; then
    say '- a certificate that browsers trust: see /etc/wasl/tls/issue.example'
  fi
  say_of_backups
  say '- copy APP_SECRET and JWT_SECRET of /etc/wasl/wasl.env to a safe place'
  say '- the one administrator: wasl create-admin --email you@example.qa'
  say '- watch it: systemctl status "wasl*", journalctl -u "wasl*" -f, and docs/operate.md'
}
