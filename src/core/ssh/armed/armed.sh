# shellcheck shell=sh
# Stops this machine by the provider's own call when its time is over or its GPUs have been idle, also when the computer that
# armed it is off. GPU Tray sends it over ssh, with the provider's functions behind it and `main "$@"` in the last line:
#   arm <number> <computer> time|idle <seconds> <threshold, %> read|try
#   read | clear
# The machine has one timer, and the last writer wins. Each command prints one line and exits. `vm_ready`, `vm_read`, `vm_try` and
# `vm_stop` are the provider's; they set `lack` and `status`. `vm_try` also sets `proof`, by a call that needs the right of a stop and
# changes nothing: only while the run is intended.

# The wall clock is never read: time is the kernel's, in seconds since the boot.
uptime=/proc/uptime
boot=/proc/sys/kernel/random/boot_id
cgroup=/sys/fs/cgroup
cpus=/proc/stat
terminals=/dev/pts
environment=/proc/1/environ
folder=/tmp/gpu-tray-stop

has() { command -v "$1" >/dev/null 2>&1; }

answer() {
  printf 'gpu-tray-stop: %s\n' "$*"
  exit 0
}

# A variable of the machine: process 1 has those that the provider gave it, each up to a NUL. A line inside a value is no variable,
# since it may name another machine. An ssh session may lack them, or have them from a file of lines.
variable() {
  value=$(tr '\n\0' '\001\n' 2>/dev/null <"$environment" | sed -n "/^$1=/{s///p;q;}")
  [ -n "$value" ] || eval "value=\${$1-}"
  case $value in
    '' | *[!A-Za-z0-9._~+/=-]*) return 1 ;;
  esac
  printf '%s' "$value"
}

# Sets `response` and `status`. The key is on standard input, since every user can read arguments. $1: method, $2: URL, $3: JSON body
call() {
  response=$(printf 'header = "Authorization: Bearer %s"\nheader = "Content-Type: application/json"\n' "$key" |
    curl -q --silent --write-out ' %{http_code}' --max-time 20 --proto =https \
      --request "$1" ${3:+--data "$3"} --config - "$2")
  status=${response##* }
}

accepted() { [ "${status%??}" = 2 ]; }

# Sets `now`, s.
tick() {
  until { read -r now _ <"$uptime"; } 2>/dev/null && now=${now%%.*} && [ "$now" -ge 0 ]; do sleep 10; done
}

# The line of a file of ours in `line`, else nothing.
line_of() {
  line=
  { read -r line <"$folder/$1"; } 2>/dev/null
}

note() { echo "$2" >"$folder/$1"; }

# Tells a process from every other one, also of earlier boots: its id, start and boot.
identity() {
  { read -r stat <"/proc/$1/stat" && read -r boot_id <"$boot"; } 2>/dev/null || return 1
  id=$1
  # Its name, in parentheses, may have spaces.
  # shellcheck disable=SC2086
  set -- ${stat##*) }
  [ "$1" != Z ] && echo "$id ${20} $boot_id"
}

# Files count only while the process that they name lives.
alive() {
  line_of holder
  [ -n "$line" ] && [ "$line" = "$(identity "${line%% *}")" ]
}

### The armed process ###

# Whether it was not replaced, or its files removed: what nobody can see must not stop the machine.
holds() {
  line_of armed
  [ "$line" = "$order" ]
}

gpus_are_low() {
  loads=$(timeout 20 nvidia-smi --query-gpu=utilization.gpu --format=csv,noheader,nounits 2>/dev/null </dev/null) || return 1
  count=0
  for load in $loads; do
    # Also where it is no figure.
    [ "$load" -lt "$threshold" ] 2>/dev/null || return 1
    count=$((count + 1))
  done
  [ "$count" -gt 0 ] && [ "$count" -ge "${most:=$count}" ]
}

# µs of CPU time so far: of this container, else of the machine.
cpu_time() {
  if [ -r "$cgroup/cpu.stat" ]; then
    while read -r entry figure; do [ "$entry" != usage_usec ] || echo "$figure"; done <"$cgroup/cpu.stat"
  elif [ -r "$cgroup/cpuacct/cpuacct.usage" ]; then
    read -r nanoseconds <"$cgroup/cpuacct/cpuacct.usage" && echo $((nanoseconds / 1000))
  else
    read -r _ user nice system _ _ irq softirq _ <"$cpus" && echo $(((user + nice + system + irq + softirq) * 10000))
  fi
}

# Hundredths of a core. An arithmetic error ends only the shell that this runs in.
cores() {
  quota=
  if [ -r "$cgroup/cpu.max" ]; then
    read -r quota period <"$cgroup/cpu.max"
  elif [ -r "$cgroup/cpu/cpu.cfs_quota_us" ]; then
    read -r quota <"$cgroup/cpu/cpu.cfs_quota_us" && read -r period <"$cgroup/cpu/cpu.cfs_period_us"
  fi
  case $quota in
    '' | max | -*) echo $(($(nproc) * 100)) ;;
    *) echo $((quota * 100 / period)) ;;
  esac
}

# Less than a quarter of its cores since the last sample.
cpu_is_low() {
  used_before=$used
  used=$(cpu_time)
  elapsed=$((now - ${before:-$now}))
  hundredths=$(cores)
  [ -n "$used" ] && [ -n "$used_before" ] && [ -n "$hundredths" ] && [ "$elapsed" -gt 0 ] || return 1
  [ $(((used - used_before) * 400)) -lt $((elapsed * 1000000 * hundredths)) ]
}

# No input for 15 min. The times of the terminals are the wall clock's: that one changed is all that counts.
terminals_are_quiet() {
  seen=$(stat -c '%n %X' "$terminals"/[0-9]* 2>/dev/null)
  if [ "$seen" != "$seen_before" ]; then
    seen_before=$seen
    input=$now
  fi
  [ -z "$input" ] || [ $((now - input)) -ge 900 ]
}

# Every 10 s; a gap of a minute is a break. What is unknown counts as busy.
wait_for_idle() {
  before='' used='' seen_before='' input='' since=''
  while tick && holds; do
    quiet=yes
    [ $((now - ${before:-$now})) -le 60 ] || since=
    gpus_are_low || quiet=
    cpu_is_low || quiet=
    terminals_are_quiet || quiet=
    if [ -n "$quiet" ]; then since=${since:-$now}; else since=; fi
    note idle "$since"
    [ -z "$since" ] || [ $((now - since)) -lt "$seconds" ] || return 0
    before=$now
    sleep 10
  done
  exit
}

wait_for_time() {
  while tick && [ "$now" -lt "$end" ]; do
    step=$((end - now))
    [ "$step" -le 60 ] || step=60
    sleep "$step"
    holds || exit
  done
  of_this_run "$end"
}

# A machine that was paused past that time may have been started again since.
of_this_run() { [ "$now" -le $(($1 + 120)) ] || exit; }

# Until the machine is stopped, with this process.
stop_for_good() {
  pause=10 taken='' unanswered=''
  while holds; do
    note stopping yes
    vm_stop
    case $status in
      2??) taken=yes ;;
      # It may have been taken all the same.
      '' | 0 | 000) unanswered=yes ;;
    esac
    [ -n "$taken" ] || note refused "${status:-0}"
    [ -n "$taken$unanswered" ] || rm -f "$folder/stopping"
    tick
    next=$((now + pause))
    sleep "$pause"
    tick
    of_this_run "$next"
    pause=$((pause * 2))
    [ "$pause" -le 90 ] || pause=90
  done
}

### Commands ###

# Nothing is armed that could not wait, stop or be disarmed.
require_system() {
  for program in find flock id mkdir rm sed sleep timeout tr; do
    has "$program" || answer lacks "$program"
  done
  [ -r "$uptime" ] || answer lacks proc
  [ -n "$(identity $$)" ] || answer lacks proc
}

# What always counts as busy never ends.
require_idleness() {
  has stat || answer lacks stat
  [ -n "$(cores)" ] || answer lacks cpu
  [ -n "$(cpu_time)" ] || answer lacks cpu
  limit=$threshold threshold=101
  gpus_are_low || answer lacks nvidia-smi
  threshold=$limit
}

# In a folder that nobody else can write to, now or before, one command at a time.
lock() {
  umask 077
  [ -d "$folder" ] || mkdir "$folder" 2>/dev/null
  [ -n "$(find "$folder" -prune -type d -user "$(id -u)" ! -perm -020 ! -perm -002 2>/dev/null)" ] || answer lacks folder
  exec 9>"$folder/lock"
  # Its holder may wait for a process that the kernel does not end.
  timeout 20 flock 9 || exit
}

describe() {
  line_of armed
  # shellcheck disable=SC2086
  set -- $line
  tick
  if [ "$4" = time ]; then
    left=$(($6 - now))
  else
    line_of idle
    left=$((now - ${line:-$now}))
  fi
  [ "$left" -ge 0 ] || left=0
  line_of refused
  echo "$1 $3 $4 $5 $left ${line:--} $2"
}

# Ends the armed process. Fails where its stop call was underway or may have been taken: nothing takes that back.
end_armed() {
  late=0
  if alive; then
    kill -KILL "${line%% *}"
    tries=0
    while alive; do
      tries=$((tries + 1))
      [ "$tries" -lt 5000 ] || exit 1
    done
    [ ! -e "$folder/stopping" ] || late=1
  fi
  rm -f "$folder/armed" "$folder/holder" "$folder/idle" "$folder/refused" "$folder/stopping" "$folder/cleared"
  return "$late"
}

arm() {
  number=$1 name=$2 kind=$3 seconds=$4 threshold=$5
  require_system
  tick
  end=$((now + seconds))
  vm_ready || answer lacks "$lack"
  [ "$kind" != idle ] || require_idleness
  status=0
  proof=-
  "vm_$6"
  accepted || answer refused "${status:-0}"
  lock
  end_armed || answer late
  # Earlier versions have an id of the computer in the second place.
  order="$number $proof $name $kind $seconds $end"
  note armed "$order" || answer lacks folder
  (
    trap '' HUP
    "wait_for_$kind"
    stop_for_good
  ) </dev/null >/dev/null 2>&1 9>&- &
  note holder "$(identity $!)"
  if ! alive; then
    kill -KILL $!
    rm -f "$folder/armed"
    answer lacks folder
  fi
  answer armed "$(describe)"
}

main() {
  cd / || exit
  case $1 in
    arm) shift && arm "$@" ;;
    read | clear)
      [ -e "$folder" ] || answer none
      lock
      if [ "$1" = clear ]; then
        end_armed || answer late
        note cleared "$(identity 1)"
      elif alive; then
        answer armed "$(describe)"
      # Somebody removed the timer in this run of the machine, of which process 1 is as old.
      elif line_of cleared && started=$(identity 1) && [ "$line" = "$started" ]; then
        answer cleared
      fi
      answer none
      ;;
  esac
}
