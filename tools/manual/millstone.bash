# Completion of the command line of millstone for bash: commands and options as --help tells them.

_millstone_words() {
  "$@" --help 2>/dev/null | grep -oE -- "$pattern" | tr -d ' ' | sort -u
}

_millstone() {
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} pattern
  COMPREPLY=()
  case $previous in
    --db | --to | --temp) compopt -o dirnames 2>/dev/null; return ;;
    --rules | --svg | --games | --openings | --certificate | --check) compopt -o default 2>/dev/null; return ;;
    --white | --black) mapfile -t COMPREPLY < <(compgen -W "me engine" -- "$word"); return ;;
    --variant)
      mapfile -t COMPREPLY < <(compgen -W "$(millstone variants --json 2>/dev/null |
        sed -n 's/^ *"name": "\([^"]*\)",*$/\1/p')" -- "$word")
      return
      ;;
    --first | --second)
      mapfile -t COMPREPLY < <(compgen -W "perfect random engine program:" -- "$word")
      return
      ;;
    --adjudicate) mapfile -t COMPREPLY < <(compgen -W "never decided all" -- "$word"); return ;;
  esac
  if ((COMP_CWORD == 1)); then
    pattern='^  [a-z]+ '
    mapfile -t COMPREPLY < <(compgen -W "$(_millstone_words millstone)" -- "$word")
  elif [[ $word == -* ]]; then
    pattern='--[a-z-]+'
    mapfile -t COMPREPLY < <(compgen -W "$(_millstone_words millstone "${COMP_WORDS[1]}")" -- "$word")
  fi
}

complete -F _millstone millstone
