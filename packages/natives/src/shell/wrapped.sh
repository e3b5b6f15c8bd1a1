# Parent of the shell inside what it is wrapped in, often as process 1 of a pid namespace, whose end would take the
# standby along. It tells when the shell ended and stays until the supervisor is done with all of them.
# Joined to one line like the worker: every statement ends with a semicolon, and a comment is a line of its own.
set -m;
"$@" & set +m;
exec < /dev/null > /dev/null 2>&1 248<&- 249<&- 250<&- 252>&-;
trap : HUP INT QUIT TERM;
until wait "$!"; ! kill -0 "$!"; do :; done;
wait "$!";
printf "X%s\0" "$?" >&251;
exec 251>&- 9<> <(:);
while :; do read -r -u 9; done
