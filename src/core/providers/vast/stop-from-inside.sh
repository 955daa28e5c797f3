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

vm_read() { call GET "$url"; }

# Vast documents it as the test of this key ("no-op since it's already running": vast-ai/docs, docker-environment.mdx). Where the run is not
# intended, it would start the instance or cancel a stop.
vm_try() { call PUT "$url" '{"state":"running"}'; }

vm_stop() { call PUT "$url" '{"state":"stopped"}'; }
