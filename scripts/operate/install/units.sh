# shellcheck shell=bash
# systemd's units and the journal; the start, and what is left to do.

install_units() {
  step 'systemd'
  local file number unit
  for file in "$ROOT"/scripts/operate/systemd/*; do
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
  run systemctl enable --quiet wasl.target wasl-worker.service wasl-tls.timer
  for ((number = 1; number <= PROCESSES; number++)); do run systemctl enable --quiet "wasl-api@$number.service"; done
}

# One after the other, each answering before the next one ends.
start_everything() {
  local number
  if ! systemd_runs; then
    step 'Start: systemd does not run here; the units start with the machine'
    return
  fi
  step 'Start'
  for ((number = 1; number <= PROCESSES; number++)); do run systemctl restart "wasl-api@$number.service"; done
  run systemctl restart wasl-worker.service
  run systemctl start wasl.target wasl-tls.timer
  if [ -n "$DRY_RUN" ]; then return; fi
  for ((number = 1; number <= PROCESSES; number++)); do
    (cd /opt/wasl/current && bin/node dist/scripts/operate/await-ready.js --port $((8100 + number))) ||
      give_up "API process $number is not ready. Its log: journalctl -u wasl-api@$number -n 50"
    say "API process $number is ready"
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
  say '- copy APP_SECRET and JWT_SECRET of /etc/wasl/wasl.env to a safe place'
  say '- the one administrator: wasl create-admin --email you@example.qa'
  say '- watch it: systemctl status "wasl*", journalctl -u "wasl*" -f, and docs/operate.md'
}
