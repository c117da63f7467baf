#!/bin/sh
# Creates certificates for hosts, and a certificate authority whose key is not kept, in the current folder if it has none yet:
#   sh certificates.sh postgres store
# To renew them, delete the files and run it again.
set -eu
if [ -e ca.crt ]; then
	exit
fi
umask 077
new="-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650"
authority=$(mktemp)
# shellcheck disable=SC2086
openssl req -x509 $new -subj "/CN=authority of this installation" -keyout "$authority" -out new.crt
for host; do
	# shellcheck disable=SC2086
	openssl req -x509 $new -CA new.crt -CAkey "$authority" -subj "/CN=$host" \
		-addext "subjectAltName=DNS:$host" -addext "basicConstraints=critical,CA:FALSE" -keyout "$host.key" -out "$host.crt"
done
rm "$authority"
# PostgreSQL only reads a key that belongs to its own user. The store runs as root.
if [ "$(id -u)" = 0 ]; then
	chown postgres ./*.key
fi
chmod a+r ./*.crt
mv new.crt ca.crt
