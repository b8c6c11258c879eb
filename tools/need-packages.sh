#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# need-packages.sh [--install] PACKAGE...: checks that Debian packages are there. Missing ones are
# installed when this runs as root or with --install (through sudo); otherwise they are named and
# the status is 1. Without dpkg nothing is checked.
set -eu
install=no
if [ "${1:-}" = --install ]; then
    install=yes
    shift
fi
command -v dpkg-query >/dev/null 2>&1 || exit 0
missing=
for package in "$@"; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
if [ "$(id -u)" = 0 ]; then
    sudo=
elif [ "$install" = yes ]; then
    sudo=sudo
else
    echo "missing packages:$missing" >&2
    echo "install them with: sudo apt-get install$missing (or: make deps)" >&2
    exit 1
fi
echo "installing:$missing" >&2
DEBIAN_FRONTEND=noninteractive $sudo sh -c "apt-get update -q >/dev/null &&
    apt-get install -y -q $missing >/dev/null"
