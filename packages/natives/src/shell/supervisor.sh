# Root of one shell session's process tree. It is a child subreaper (see launcher.ts): whatever daemonises below it
# comes back as its child. It starts the worker, says when that one ends, and when the lifeline closes, because
# the owner closed it or died, it ends everything below itself. Arguments: the worker's command line.
#   3 commands (file)  4 go (pipe)  5 status (pipe)  6 output (pipe)  7 lifeline (pipe)  8 promote (pipe)
unset __omp_supervisor
exec 248<&3 250<&4 251>&5 252>&6 253<&7 249<&8 3<&- 4<&- 5>&- 6>&- 7<&- 8<&-
# A handler, not "ignore": handlers are reset in children, so that the user's programs start with clean signals.
trap : HUP INT QUIT TERM USR1 USR2 ALRM PIPE

(
  exec 253<&-
  trap : HUP INT QUIT TERM USR1 USR2 ALRM PIPE
  set -m # the worker leads a process group of its own
  "$@" &
  until wait "$!"; [[ ! -e /proc/$! ]] && ! kill -0 "$!" 2> /dev/null; do :; done
  wait "$!"
  builtin printf 'X%s\0' "$?" >&251
) &
unset __omp_worker
exec 248<&- 249<&- 250<&- 251>&- 252>&-

# A signal makes read fail with more than 128; the end of the lifeline with 1.
until IFS= read -r -u 253 || (($? <= 128)); do :; done

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
    signal_below "$1" "$kid"
    kill "-$1" "$kid"
  done
}
{
  signal_below TERM "$$"
  signal_below CONT "$$"
  sleep 0.075
  for ((round = 0; round < 1000; round++)); do
    children_of "$$"
    ((${#kids[@]})) || break
    signal_below KILL "$$"
    sleep 0.002
  done
} > /dev/null 2>&1
