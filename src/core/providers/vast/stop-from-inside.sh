# shellcheck shell=sh
# An instance has a key of its own, which may start and stop it (docs/providers/vast.yaml). Behind core/ssh/armed/armed.sh.

vm_ready() {
  lack=curl
  has curl || return 1
  lack=key
  instance=$(variable CONTAINER_ID) && key=$(variable CONTAINER_API_KEY) || return 1
  case $instance in
    *[!0-9]*) return 1 ;;
  esac
  url="https://console.vast.ai/api/v0/instances/$instance/"
}

# Vast documents the start of a running instance as the test of this key: it changes nothing.
vm_read() {
  call GET "$url"
  accepted || call PUT "$url" '{"state":"running"}'
}

vm_stop() { call PUT "$url" '{"state":"stopped"}'; }
