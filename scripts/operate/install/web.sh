# shellcheck shell=bash
# The TLS key with its first certificate, and nginx.

TLS=/etc/wasl/tls

make_certificate() {
  step 'TLS'
  if [ ! -f $TLS/live.key ]; then
    if [ -n "$DRY_RUN" ]; then
      say "would make the key that phones accept, and a spare in $SPARE_DIR"
    else
      "$RELEASE/scripts/operate/wasl" tls-keys --dir $TLS --spare-dir "$SPARE_DIR" | sed 's/^/  /'
      NEW_SPARE=1
    fi
  fi
  if [ ! -f $TLS/fullchain.pem ]; then make_first_certificate; fi
  local hosts='' host
  for host in $ALL_HOSTS; do hosts+=" --host $host"; done
  printf 'HOSTS="%s"\nSERVES=%s\n' "${hosts# }" "$DOMAIN" | put $TLS/renew.env 644 root:root || true
  put $TLS/issue.example 644 root:root <"$ROOT/scripts/operate/tls/issue.example" || true
}

# Signed by its own key, for 30 days: `tls:renew` replaces it at its first chance.
make_first_certificate() {
  if [ -n "$DRY_RUN" ]; then say 'would make a certificate signed by the key itself, until there is a real one'; return; fi
  local names='' host
  for host in $ALL_HOSTS; do names+=",DNS:$host"; done
  openssl req -x509 -key $TLS/live.key -days 30 -subj "/CN=$DOMAIN" -addext "subjectAltName=${names#,}" \
    -out $TLS/fullchain.pem
  chmod 644 $TLS/fullchain.pem
  say "made $TLS/fullchain.pem, signed by the key itself"
}

set_up_nginx() {
  step 'nginx'
  local files=$ROOT/scripts/operate/nginx http2='http2 on;' http2_listen=''
  # Debian 12 has an nginx from before the directive.
  if [ "$DEBIAN" = 12 ]; then http2='' http2_listen=' http2'; fi
  fill "$files/wasl.conf" "ALL_HOSTS=$ALL_HOSTS" "STORE_HOST=$DOMAIN" "SELLER_HOST=${HOSTS[seller]}" \
    "DISPATCH_HOST=${HOSTS[dispatch]}" "DRIVER_HOST=${HOSTS[driver]}" "API_HOST=${HOSTS[api]}" \
    "DOCS_HOST=${HOSTS[docs]}" "HTTP2=$http2" "HTTP2_LISTEN=$http2_listen" |
    put /etc/nginx/sites-available/wasl 644 root:root || true
  for file in tls proxy json; do
    put "/etc/nginx/wasl/$file.conf" 644 root:root <"$files/$file.conf" || true
  done
  put /etc/nginx/wasl/brotli.conf 644 root:root <<<'brotli_static on;' || true
  put /etc/nginx/modules-enabled/90-wasl.conf 644 root:root <"$files/main.conf" || true
  # Two connections for each person: theirs, and the one to a process.
  if grep -q 'worker_connections 768;' /etc/nginx/nginx.conf 2>/dev/null; then
    run sed -i 's/worker_connections 768;/worker_connections 16384;/' /etc/nginx/nginx.conf
  fi
  # Debian's welcome page would answer for names that are not Wasl's.
  if [ "$(readlink /etc/nginx/sites-enabled/default || true)" = /etc/nginx/sites-available/default ]; then
    run rm /etc/nginx/sites-enabled/default
  fi
  run ln -sfn /etc/nginx/sites-available/wasl /etc/nginx/sites-enabled/wasl
  if [ -n "$DRY_RUN" ]; then say 'would write /etc/nginx/wasl from the settings'; return; fi
  /usr/local/bin/wasl web-config --out /etc/nginx/wasl --processes "$PROCESSES" ||
    go_back "The limits of nginx cannot be made by release $VERSION" 'The reason is above.'
  local checked
  checked=$(nginx -t 2>&1) ||
    go_back "nginx refuses the configuration of $VERSION, and goes on with the one that it read last" "$checked"
  if systemd_runs; then
    systemctl enable --quiet nginx
    systemctl reload-or-restart nginx
  elif [ -s /run/nginx.pid ] && kill -0 "$(cat /run/nginx.pid)" 2>/dev/null; then nginx -s reload
  else nginx; fi
}
