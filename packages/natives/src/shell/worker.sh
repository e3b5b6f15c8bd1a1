# The shell that runs the user's commands. Arguments: working directory, snapshot file or "".
# Everything happens at the top level of the script, never inside a function: `declare` must stay global, `return`
# must not end the loop. The report comes at the top of the loop, so that a stray `break` or `continue` of a
# command only brings it forward. When asked ("standby"), a fork of this shell waits with its whole state; should a
# command end the shell (exit, exec, kill, timeout), the fork is promoted and carries on from there.
#   status messages, each part ended by NUL:
#   R<pid> <cwd> ready    D<code> <cwd> command done    C<pid> standing by    X<code> the shell ended
#   E<text> no shell
# These lines are joined to one before bash sees them, so that its messages speak of line 1 of the command: every
# statement ends with a semicolon.
unset __omp_worker;
exec < /dev/null > /dev/null 2>&1;
SHLVL=$((SHLVL > 2 ? SHLVL - 2 : 1));
if ! \builtin cd -- "$1"; then
  \builtin printf 'Ecannot enter the working directory %s\0' "$1" >&251;
  exit 1;
fi;
if [[ -n $2 && -r $2 ]]; then
  \builtin source "$2";
fi;
\builtin shopt -s expand_aliases;
__omp_status() { return "$1"; };
__omp_state=new __omp_code=0;
__omp_loop='
while :; do while :; do while :; do
  if [[ $__omp_state == new ]]; then
    __omp_state=idle __omp_code=0;
    \builtin printf "R%s\0%s\0" "$BASHPID" "$PWD" >&251;
  elif [[ $__omp_state == busy ]]; then
    __omp_state=idle;
    \builtin printf "D%s\0%s\0" "$__omp_code" "$PWD" >&251;
  fi;
  until IFS= \builtin read -r -u 250 __omp_go; do
    (($? <= 128)) && \builtin exit;
  done;
  if [[ $__omp_go == standby ]]; then
    (
      \builtin set -m;
      (
        \builtin set +m;
        \builtin trap : HUP INT QUIT TERM;
        \builtin printf "C%s\0" "$BASHPID" >&251;
        until IFS= \builtin read -r -u 249 __omp_go && [[ $__omp_go == "$BASHPID" ]]; do
          (($? <= 128)) && \builtin exit;
        done;
        __omp_state=new;
        \builtin set -m;
        ( \builtin set +m; \builtin trap - HUP INT QUIT TERM; \builtin eval "$__omp_loop" ) &
        until \builtin wait "$!"; ! \builtin kill -0 "$!"; do :; done;
        \builtin wait "$!";
        \builtin printf "X%s\0" "$?" >&251;
      ) &
    );
    continue;
  fi;
  \builtin mapfile -d "" -n 1 -u 248 __omp_command;
  __omp_state=busy;
  if [[ $__omp_code == 0 ]]; then
    \builtin eval "$__omp_command" </dev/null >&252 2>&1 248<&- 249<&- 250<&- 251>&- 252>&-;
    __omp_code=$?;
  else
    __omp_go=$__omp_code __omp_code=0;
    __omp_status "$__omp_go" ||
      \builtin eval "$__omp_command" </dev/null >&252 2>&1 248<&- 249<&- 250<&- 251>&- 252>&-;
    __omp_code=$?;
  fi;
done; done; done
';
set --;
\builtin eval "$__omp_loop"
