#!/bin/sh
# Builds the image of an unpacked release with buildah, on a base of Debian's packages: sh ops/image.sh
# Needs Node.js 20 or later with npm, and Debian's packages buildah and mmdebstrap. The image is localhost/medical-portal.
# BASE_IMAGE=NAME takes an image that is there instead. Two builds on the same base have the same digest.
set -eu
cd "$(dirname "$0")/.."
if [ -e apps/web/vite.config.ts ]; then
  echo 'Images are built from a release: run npm run release -- --out FOLDER and unpack the archive first.' >&2
  exit 1
fi

# All times in the image are that of the release.
SOURCE_DATE_EPOCH=$(stat --format %Y LICENSE)
export SOURCE_DATE_EPOCH
base=${BASE_IMAGE:-localhost/medical-portal-base}
if [ -z "${BASE_IMAGE:-}" ]; then
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  mmdebstrap --variant=essential --include=libstdc++6 \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
    trixie "$folder/base.tar" http://deb.debian.org/debian
  container=$(buildah from scratch)
  buildah add --quiet "$container" "$folder/base.tar" /
  buildah commit --quiet --timestamp "$SOURCE_DATE_EPOCH" --rm "$container" "$base"
fi
npm ci --omit=dev --no-audit --no-fund --loglevel=error
buildah build --format oci --timestamp "$SOURCE_DATE_EPOCH" --layers=false --build-arg BASE_IMAGE="$base" \
  --file ops/Dockerfile --tag localhost/medical-portal .
buildah images --digests localhost/medical-portal
