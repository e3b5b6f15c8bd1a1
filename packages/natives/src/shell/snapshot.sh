# What a user's start file leaves in an interactive bash, as a script that a plain one can source: options, functions,
# aliases, the search path. Arguments: start file, output file. Interactive habits (history, line editing, job control) stay out.
source "$1" < /dev/null > /dev/null 2>&1
exec > "$2" 2> /dev/null
builtin shopt -p | command grep -vE ' (login_shell|restricted_shell|histappend|histreedit|histverify|cmdhist|lithist|checkwinsize|checkjobs|huponexit|progcomp|progcomp_alias|promptvars|mailwarn|interactive_comments|hostcomplete|no_empty_cmd_completion|direxpand|dirspell|force_fignore|complete_fullquote|expand_aliases)$'
builtin set +o | command grep -vE ' (history|histexpand|emacs|vi|monitor|notify|errexit|nounset|noexec|xtrace|verbose|onecmd|privileged|posix|ignoreeof)$'
builtin declare -f
builtin alias -p
builtin printf 'export PATH=%q\n' "$PATH"
builtin printf '%s\n' '# complete'
