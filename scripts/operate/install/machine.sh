# shellcheck shell=bash
# The machine itself: which Debian it is, its packages, the service's user, and the release's place.

CHOICES=/etc/wasl/install.env
ROLES=(seller dispatch driver api docs)
MAX_PROCESSES=16

check_machine() {
  [ "$(id -u)" = 0 ] || [ -n "$DRY_RUN" ] || give_up 'Run this as root.'
  local ID='' VERSION_ID=''
  # shellcheck disable=SC1091
  . /etc/os-release
  case "$ID $VERSION_ID" in
    'debian 13' | 'debian 12') DEBIAN=$VERSION_ID ;;
    *) give_up "This is ${PRETTY_NAME:-no Debian}. Wasl is installed on Debian 13 or 12." ;;
  esac
}

# What was chosen before holds until something else is chosen.
recall_choices() {
  local role name
  declare -A recalled=()
  if [ -f "$CHOICES" ]; then
    while IFS='=' read -r name value; do recalled[$name]=$value; done <"$CHOICES"
  fi
  DOMAIN=${DOMAIN:-${recalled[DOMAIN]:-}}
  [ -n "$DOMAIN" ] || refuse '--domain is needed the first time.'
  PROCESSES=${PROCESSES:-${recalled[PROCESSES]:-$(default_processes)}}
  [[ $PROCESSES =~ ^[1-9][0-9]?$ ]] && [ "$PROCESSES" -le $MAX_PROCESSES ] ||
    refuse "--processes must be a whole number from 1 to $MAX_PROCESSES, not '$PROCESSES'."
  for role in "${ROLES[@]}"; do
    name=${role^^}_HOST
    HOSTS[$role]=${HOSTS[$role]:-${recalled[$name]:-$role.$DOMAIN}}
  done
  for name in "$DOMAIN" "${HOSTS[@]}"; do
    [[ $name =~ ^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$ ]] ||
      refuse "'$name' is not the name of a host, in lower case."
  done
  ALL_HOSTS="$DOMAIN www.$DOMAIN"
  for role in "${ROLES[@]}"; do ALL_HOSTS+=" ${HOSTS[$role]}"; done
}

default_processes() {
  local cores
  cores=$(nproc)
  echo $((cores < 4 ? cores : 4))
}

# A copy that broke off, or that somebody changed, must not be what runs.
verify_release() {
  step "Release $VERSION: verified"
  (cd "$ROOT" && sha256sum --quiet --strict --check SHA256SUMS) >&2 ||
    give_up 'This release is incomplete or was changed: copy and unpack it again.'
}

install_packages() {
  step "Packages of Debian $DEBIAN"
  local wanted=(ca-certificates libstdc++6 nginx libnginx-mod-http-brotli-static openssl postgresql redis-server age)
  # A release that was built with Debian's own Node brings a link to it.
  if [ -L "$ROOT/bin/node" ]; then wanted+=(nodejs); fi
  packages "${wanted[@]}"
  if [ -n "$DRY_RUN" ]; then return; fi
  "$ROOT/bin/node" --version >/dev/null || give_up "$ROOT/bin/node does not run here: was the release made for another kind of processor?"
}

make_user_and_folders() {
  step 'User and folders'
  if ! getent passwd wasl >/dev/null; then
    run useradd --system --user-group --home-dir /var/lib/wasl --no-create-home --shell /usr/sbin/nologin wasl
  fi
  run install -d -m 755 -o root -g root /opt/wasl /opt/wasl/releases /var/lib/wasl /var/lib/wasl/apps /var/www/acme
  run install -d -m 750 -o root -g wasl /etc/wasl
  run install -d -m 700 -o root -g root /etc/wasl/tls
  # nginx reads public pictures by itself: new files get the group of their folder.
  run install -d -m 2750 -o wasl -g www-data /var/lib/wasl/uploads
}

copy_release() {
  step "Release $VERSION"
  if [ "$ROOT" = "$RELEASE" ]; then say 'runs from its place'; return; fi
  if [ -d "$RELEASE" ]; then
    cmp -s "$ROOT/SHA256SUMS" "$RELEASE/SHA256SUMS" ||
      give_up "$RELEASE is another release of the same name. Which of the two is meant? Make this one under another version."
    say "$RELEASE exists and stays"
    return
  fi
  if [ -n "$DRY_RUN" ]; then say "would copy it to $RELEASE"; return; fi
  rm -rf "$RELEASE.new"
  cp -a "$ROOT" "$RELEASE.new"
  chown -R root:root "$RELEASE.new"
  chmod -R u=rwX,go=rX "$RELEASE.new"
  mv "$RELEASE.new" "$RELEASE"
  say "copied to $RELEASE"
}

# The link changes in one step; the former release stays for the files of its open pages, and to go back to.
switch_release() {
  local former
  former=$(readlink /opt/wasl/current || true)
  if [ "$former" = "$RELEASE" ]; then return; fi
  # Where to go back to, unless this is the way back.
  if [ -z "${WASL_GOING_BACK:-}" ]; then FORMER=$former; fi
  run ln -sfn "$RELEASE" /opt/wasl/current.new
  run mv -T /opt/wasl/current.new /opt/wasl/current
  if [ -n "$former" ]; then
    run ln -sfn "$former" /opt/wasl/previous.new
    run mv -T /opt/wasl/previous.new /opt/wasl/previous
  fi
  run ln -sfn /opt/wasl/current/scripts/operate/wasl /usr/local/bin/wasl
}
