#!/bin/bash
# boot-root.sh ROOT CGROUP: starts the systemd of a Debian root as process 1 of namespaces of its own, as a machine would,
# and stays until it ends. Its network is a loopback of its own: nothing in it meets what runs outside.
set -euo pipefail
ROOT=$1 CGROUP=$2

mkdir -p "$CGROUP"
echo $$ >"$CGROUP/cgroup.procs"
exec unshare --mount --uts --ipc --net --cgroup --pid --fork --kill-child bash -euc '
cd "$0"
mount --make-rprivate /
mount --bind "$0" "$0"
cd "$0"
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs tmpfs run -o mode=755
mount -t tmpfs tmpfs tmp -o mode=1777
mount -t tmpfs tmpfs dev -o mode=755
for device in null zero full random urandom tty; do
  touch "dev/$device"
  mount --bind "/dev/$device" "dev/$device"
done
mkdir dev/pts dev/shm .outside
mount -t devpts devpts dev/pts -o newinstance,ptmxmode=0666
mount -t tmpfs tmpfs dev/shm -o mode=1777
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
for number in 0 1 2; do ln -s "/proc/self/fd/$number" "dev/$(echo stdin stdout stderr | cut -d" " -f$((number + 1)))"; done
ip link set lo up
hostname tried
pivot_root . .outside
umount -l /.outside
rmdir /.outside
# As on a machine, where systemd sees to it: without it, a service does not see the secrets that it is handed over.
mount --make-rshared /
exec env -i container=tried PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --system --show-status=0
' "$ROOT"
