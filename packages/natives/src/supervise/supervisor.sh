# Root of a supervised process tree. It is a child subreaper (see launcher.ts): whatever daemonises below it comes back
# as its child. It runs its arguments, says when they end, and stays so that nothing gets away meanwhile. When the
# lifeline closes, because the owner closed it or died, a watcher ends everything below and the supervisor itself.
#   5 status (pipe)   7 lifeline (pipe)
#   for a shell also:   3 commands (file)   4 go (pipe)   6 output (pipe)   8 promote (pipe)
#   status messages, ended by NUL:   W<pid> the watcher   X<code> the command line ended
exec 251>&5 253<&7 5>&- 7<&-
if [[ -z $__omp_terminal ]]; then
  exec 248<&3 250<&4 252>&6 249<&8 3<&- 4<&- 6>&- 8<&-
fi

children_of() {
  kids=()
  local file line pid parent
  if [[ -d /proc/self/task ]]; then
    for file in /proc/"$1"/task/*/children; do
      line=()
      read -r -a line < "$file"
      kids+=("${line[@]}")
    done
  else
    while read -r pid parent; do
      [[ $parent == "$1" ]] && kids+=("$pid")
    done < <(ps -axo pid=,ppid=)
  fi
}
signal_below() {
  local kid kids
  children_of "$2"
  for kid in "${kids[@]}"; do
    [[ $kid == "$watcher" ]] && continue
    signal_below "$1" "$kid"
    kill "-$1" "$kid"
  done
}
freeze() {
  kill -STOP "$1"
  local looks state
  for ((looks = 0; looks < 50; looks++)); do
    if [[ -r /proc/$1/stat ]]; then
      read -r state < /proc/"$1"/stat
      state=${state##*) }
    else
      state=$(ps -o stat= -p "$1")
    fi
    [[ $state == [TtZX]* || -z $state ]] && break
    sleep 0.002
  done
}

(
  trap '' HUP INT QUIT TERM TSTP TTIN TTOU USR1 USR2 ALRM PIPE
  watcher=$BASHPID
  builtin printf 'W%s\0' "$watcher" >&251
  exec < /dev/null > /dev/null 2>&1 248<&- 249<&- 250<&- 251>&- 252>&-
  # The end of the lifeline makes read fail with 1; a signal with more than 128.
  until IFS= read -r -u 253 || (($? <= 128)); do :; done
  signal_below TERM "$$"
  signal_below CONT "$$"
  sleep 0.075
  for ((round = 0; round < 1000; round++)); do
    children_of "$$"
    if [[ ${kids[*]} == "$watcher" ]]; then
      # It may just be starting something, which its death would set free: stopped, it starts nothing.
      freeze "$$"
      children_of "$$"
      [[ ${kids[*]} == "$watcher" ]] && break
      kill -CONT "$$"
    fi
    signal_below KILL "$$"
    sleep 0.002
  done
  kill -KILL "$$"
) &
watching=$!
exec 253<&-

# Handlers, not "ignore": handlers are reset in children, so that the user's programs start with clean signals.
trap : HUP INT QUIT TERM TSTP TTIN TTOU USR1 USR2 ALRM PIPE
if [[ -n $__omp_terminal ]]; then
  unset __omp_terminal __omp_supervisor
  exec 254>&2 2> /dev/null # bash's own remarks ("Killed") are not part of what the program shows
  "$@" 2>&254 251>&- 254>&-
else
  unset __omp_terminal __omp_supervisor
  set -m # the worker leads a process group of its own
  "$@" 2>&252 & # what the command line is wrapped in says why it does not start
  set +m
  until wait "$!"; ! kill -0 "$!" 2> /dev/null; do :; done
  wait "$!"
fi
code=$?
builtin printf 'X%s\0' "$code" >&251
exec 248<&- 249<&- 250<&- 251>&- 252>&-
until wait "$watching"; ! kill -0 "$watching"; do :; done
