# shellcheck shell=bash
# Settings and secrets, PostgreSQL, Redis, and the schema.

SETTINGS=/etc/wasl/wasl.env
OWNER_SETTINGS=/etc/wasl/owner.env

# The value of NAME in FILE; nothing if it has none.
setting() { if [ -f "$1" ]; then sed -n "s/^$2=//p" "$1" | tail -n 1; fi; }

write_settings() {
  step 'Settings and secrets'
  printf 'DOMAIN=%s\nPROCESSES=%s\n%s' "$DOMAIN" "$PROCESSES" \
    "$(for role in "${ROLES[@]}"; do echo "${role^^}_HOST=${HOSTS[$role]}"; done)"$'\n' |
    put "$CHOICES" 644 root:root || true
  SERVICE_PASSWORD=$(setting "$SETTINGS" DATABASE_URL | sed -n 's|.*//wasl_service:\([^@]*\)@.*|\1|p')
  OWNER_PASSWORD=$(setting "$OWNER_SETTINGS" DATABASE_OWNER_URL | sed -n 's|.*//wasl:\([^@]*\)@.*|\1|p')
  REDIS_PASSWORD=$(setting "$SETTINGS" REDIS_URL | sed -n 's|.*//:\([^@]*\)@.*|\1|p')
  SERVICE_PASSWORD=${SERVICE_PASSWORD:-$(secret)}
  OWNER_PASSWORD=${OWNER_PASSWORD:-$(secret)}
  REDIS_PASSWORD=${REDIS_PASSWORD:-$(secret)}
  if [ -f "$SETTINGS" ]; then
    change_settings | put "$SETTINGS" 640 root:wasl || say "$SETTINGS stays as it is"
  else
    fill "$ROOT/scripts/operate/wasl.env" "SERVICE_PASSWORD=$SERVICE_PASSWORD" "REDIS_PASSWORD=$REDIS_PASSWORD" \
      "APP_SECRET=$(secret)" "JWT_SECRET=$(secret)" "METRICS_TOKEN=$(secret)" "PROCESSES=$PROCESSES" \
      "STORE_HOST=$DOMAIN" "SELLER_HOST=${HOSTS[seller]}" "DISPATCH_HOST=${HOSTS[dispatch]}" \
      "DRIVER_HOST=${HOSTS[driver]}" "API_HOST=${HOSTS[api]}" "DOCS_HOST=${HOSTS[docs]}" |
      put "$SETTINGS" 640 root:wasl || true
  fi
  # Apart from the others: the processes must not find the owner's password.
  if [ ! -f "$OWNER_SETTINGS" ]; then
    printf 'DATABASE_OWNER_URL=postgresql://wasl:%s@127.0.0.1:5432/wasl\n' "$OWNER_PASSWORD" |
      put "$OWNER_SETTINGS" 600 root:root || true
  fi
}

# The settings as they are, with what was chosen now.
change_settings() {
  sed -e "s|^API_PROCESSES=.*|API_PROCESSES=$PROCESSES|" -e "s|^PUBLIC_ORIGIN=.*|PUBLIC_ORIGIN=https://$DOMAIN|" \
    -e "s|^SELLER_HOST=.*|SELLER_HOST=${HOSTS[seller]}|" -e "s|^DISPATCH_HOST=.*|DISPATCH_HOST=${HOSTS[dispatch]}|" \
    -e "s|^DRIVER_HOST=.*|DRIVER_HOST=${HOSTS[driver]}|" -e "s|^API_HOST=.*|API_HOST=${HOSTS[api]}|" \
    -e "s|^DOCS_HOST=.*|DOCS_HOST=${HOSTS[docs]}|" "$SETTINGS"
  # Installations from before the guide had a host of its own lack it.
  if ! grep -q '^DOCS_HOST=' "$SETTINGS"; then echo "DOCS_HOST=${HOSTS[docs]}"; fi
}

set_up_postgresql() {
  step 'PostgreSQL'
  local folder
  # The newest cluster named main, which Debian's package makes.
  PG_VERSION=$( (pg_lsclusters -h 2>/dev/null || true) | awk '$2 == "main" && $3 == 5432 { print $1 }' | sort -V | tail -n 1)
  if [ -z "$PG_VERSION" ]; then
    [ -n "$DRY_RUN" ] || give_up 'There is no PostgreSQL cluster "main" on port 5432 (pg_lsclusters lists what there is).'
    say 'would make two roles, wasl and wasl_service, and the database wasl'
    return
  fi
  folder=/etc/postgresql/$PG_VERSION/main/conf.d
  if fill "$ROOT/scripts/operate/postgresql/wasl.conf" "MAX_CONNECTIONS=$((PROCESSES * 60 + 140))" \
    "SHARED_BUFFERS=$(shared_buffers "$folder/wasl.conf")" | put "$folder/wasl.conf" 644 postgres:postgres; then
    restart_postgresql "$PG_VERSION"
  else
    start_postgresql "$PG_VERSION"
  fi
  if [ -n "$DRY_RUN" ]; then say 'would make the roles and the database if they are missing'; return; fi
  make_roles
  say "version $PG_VERSION; database wasl, owned by wasl, used by wasl_service"
}

# A quarter of the memory, 8 GB at most. What FILE says stays: the memory differs a little after each start of a machine,
# and an upgrade must not restart PostgreSQL for that.
shared_buffers() {
  local known
  known=$(sed -n 's/^shared_buffers = //p' "$1" 2>/dev/null || true)
  if [ -n "$known" ]; then echo "$known"; return; fi
  awk '/^MemTotal:/ { mb = int($2 / 1024 / 4); if (mb > 8192) mb = 8192; if (mb < 128) mb = 128; print mb "MB" }' /proc/meminfo
}

start_postgresql() {
  if systemd_runs; then run systemctl start postgresql; return; fi
  if pg_lsclusters -h | grep -q "^$1 *main .* online"; then return; fi
  run pg_ctlcluster "$1" main start
}

restart_postgresql() {
  if systemd_runs; then run systemctl restart "postgresql@$1-main"; else run pg_ctlcluster "$1" main restart; fi
}

# Passwords come by standard input: arguments can be read by every user of the machine.
make_roles() {
  local sql="SET password_encryption = 'scram-sha-256';" role password
  for role in wasl wasl_service; do
    password=$OWNER_PASSWORD
    [ $role = wasl ] || password=$SERVICE_PASSWORD
    if [ -z "$(as_postgres "SELECT 1 FROM pg_roles WHERE rolname = '$role';")" ]; then sql+="CREATE ROLE $role LOGIN;"; fi
    sql+="ALTER ROLE $role PASSWORD '$password';"
  done
  as_postgres "$sql"
  if [ -z "$(as_postgres "SELECT 1 FROM pg_database WHERE datname = 'wasl';")" ]; then
    as_postgres "CREATE DATABASE wasl OWNER wasl TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8';"
  fi
}

# as_postgres SQL [DATABASE]
as_postgres() {
  (cd / && printf '%s\n' "$1" | runuser -u postgres -- psql --no-psqlrc -qAt -v ON_ERROR_STOP=1 -p 5432 "${2:-postgres}")
}

set_up_redis() {
  step 'Redis'
  local main=/etc/redis/redis.conf changed='' include='include /etc/redis/wasl.conf'
  if fill "$ROOT/scripts/operate/redis/wasl.conf" "PASSWORD=$REDIS_PASSWORD" |
    put /etc/redis/wasl.conf 640 root:redis; then changed=1; fi
  if ! grep -qxF "$include" "$main" 2>/dev/null; then
    changed=1
    if [ -n "$DRY_RUN" ]; then say "would add '$include' to $main"; else printf '\n%s\n' "$include" >>"$main"; fi
  fi
  if systemd_runs; then
    if [ -n "$changed" ]; then run systemctl restart redis-server; else run systemctl start redis-server; fi
  elif [ -n "$changed" ] || ! redis_answers; then
    stop_redis
    run runuser -u redis -- redis-server $main --daemonize yes
  fi
}

redis_answers() { REDISCLI_AUTH=$REDIS_PASSWORD redis-cli ping >/dev/null 2>&1; }

# Without systemd: the one that was started by this installer, or by the package.
stop_redis() {
  if [ -n "$DRY_RUN" ]; then return; fi
  REDISCLI_AUTH=$REDIS_PASSWORD redis-cli shutdown nosave >/dev/null 2>&1 || redis-cli shutdown nosave >/dev/null 2>&1 || true
}

migrate() {
  step 'Schema'
  if [ -n "$DRY_RUN" ]; then say 'would migrate the database to the schema of this release'; return; fi
  WASL_RELEASE=$RELEASE "$RELEASE/scripts/operate/wasl" migrate | sed 's/^/  /'
  # The first catalogue brings pictures, which root has just written.
  chown -R wasl:www-data /var/lib/wasl/uploads
}
