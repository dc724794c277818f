#!/bin/sh
# A program in the bundle's `bin`: starts the real one of its name in `lib/rostrum` beside it with the
# bundle's own dynamic loader, @LOADER@, which finds every library there. So no system's C library counts.
own=$(PATH=$PATH:/usr/bin:/bin readlink -f -- "$0")
home=${own%/bin/*}/lib/rostrum
loader=$home/@LOADER@
fail() { echo "rostrum: error: $1" >&2; exit 69; }
case $home in
  *[:\;\$]*) fail "the loader takes no folder with ':', ';' or '\$' in its path: move the bundle out of $home" ;;
esac
[ -x "$loader" ] || fail "the bundle is not whole: cannot start $loader"
exec "$loader" --inhibit-cache --library-path "$home" "$home/${own##*/}" "$@"
