# shellcheck shell=bash
# How the installer says and does things. With --dry-run it only says them.

# The last command of a pipe runs in this shell, so that what gives up there ends the installer.
shopt -s lastpipe

step() { printf '%s\n' "$1"; }
say() { printf '  %s\n' "$1"; }
give_up() {
  printf '%s\n' "$1" >&2
  exit 1
}

# Runs a command, or says it.
run() {
  if [ -n "$DRY_RUN" ]; then say "would run: $*"; else "$@"; fi
}

# Whether systemd runs this machine: in a root that is being prepared for another machine, it does not.
systemd_runs() { [ -d /run/systemd/system ]; }

# put FILE MODE OWNER:GROUP < content. True if the file was written, false if it had this content already. Whatever goes
# wrong ends the installer here: its callers ask for the answer, and so `set -e` does not hold inside.
put() {
  local file=$1 mode=$2 owner=$3 content
  content=$(cat; printf x)
  content=${content%x}
  [ -n "$content" ] || give_up "There is nothing to write to $file: is this release complete?"
  if [ -f "$file" ] && [ "$(cat "$file"; printf x)" = "${content}x" ]; then
    run chown "$owner" "$file" && run chmod "$mode" "$file" || give_up "$file cannot be given to $owner."
    return 1
  fi
  if [ -n "$DRY_RUN" ]; then
    say "would write $file"
    return 0
  fi
  # Never readable by others, not even for a moment; never half a file in the place of a whole one.
  mkdir -p "$(dirname "$file")" && (umask 077 && printf '%s' "$content" >"$file.new") &&
    chown "$owner" "$file.new" && chmod "$mode" "$file.new" && mv "$file.new" "$file" || {
    rm -f "$file.new"
    give_up "$file cannot be written; it is as it was."
  }
  say "wrote $file"
}

# fill FILE NAME=VALUE …: the file with each @NAME@ replaced.
fill() {
  local text pair
  text=$(cat "$1"; printf x)
  shift
  for pair in "$@"; do text=${text//"@${pair%%=*}@"/"${pair#*=}"}; done
  printf '%s' "${text%x}"
}

secret() { head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n'; }

packages() {
  local missing=() name
  for name in "$@"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null || true)" = installed ] || missing+=("$name")
  done
  if [ ${#missing[@]} -eq 0 ]; then return; fi
  say "packages: ${missing[*]}"
  if [ -n "$DRY_RUN" ]; then return; fi
  [ -n "${LISTS_ARE_NEW:-}" ] || apt-get -qq update
  LISTS_ARE_NEW=1
  DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends "${missing[@]}" >/dev/null
}
