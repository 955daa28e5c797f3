# shellcheck shell=sh
# A pod has a key of its own, which may stop it (docs/providers/runpod.yaml). Behind core/ssh/armed/armed.sh.

vm_ready() {
  lack=curl
  has curl || has runpodctl || return 1
  lack=key
  pod=$(variable RUNPOD_POD_ID) && key=$(variable RUNPOD_API_KEY) || return 1
  case $pod in
    *[!A-Za-z0-9_-]*) return 1 ;;
  esac
}

# RunPod documents the key for this program, of which older versions have the words in another order.
runpodctl_accepts() {
  has runpodctl || return 1
  for words in "pod $1" "$1 pod"; do
    # shellcheck disable=SC2086
    RUNPOD_API_KEY=$key timeout 20 runpodctl $words "$pod" >/dev/null 2>&1 </dev/null && status=200 && return
  done
}

vm_read() {
  has curl && call GET "https://api.runpod.io/v2/pods/$pod"
  accepted || runpodctl_accepts get
}

vm_stop() {
  status=0
  has curl && call POST "https://api.runpod.io/v2/pods/$pod/action" '{"action":"stop"}'
  accepted || runpodctl_accepts stop
}
