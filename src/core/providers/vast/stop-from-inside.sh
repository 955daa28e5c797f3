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

# By the record that was read last.
run_is_intended() {
  for field in actual_status intended_status cur_state; do
    case $response in
      *"\"$field\":\"running\""* | *"\"$field\": \"running\""*) ;;
      *) return 1 ;;
    esac
  done
}

# Vast documents it as the test of this key ("no-op since it's already running": vast-ai/docs, docker-environment.mdx). Where the run is not
# intended, it would start the instance or cancel a stop, which anybody may have sent while the login took its time.
vm_try() {
  vm_read
  accepted && run_is_intended || return 0
  call PUT "$url" '{"state":"running"}'
  ! accepted || proof=proved
  # The reading may count too: nothing is known of the right.
  [ "$status" != 429 ] || status=200
}

vm_stop() { call PUT "$url" '{"state":"stopped"}'; }
