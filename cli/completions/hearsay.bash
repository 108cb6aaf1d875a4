# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of hearsay in bash (package bash-completion): the program itself says what may come next.
_hearsay() {
  local cur words cword line word
  _get_comp_words_by_ref -n := cur words cword || return
  COMPREPLY=()
  while IFS= read -r line; do
    word=${line%%$'\t'*}
    case $word in
      :files) _filedir ;;
      :folders) _filedir -d ;;
      *) COMPREPLY+=("$word") ;;
    esac
  done < <("${words[0]}" complete "${words[@]:1:cword}" 2>/dev/null)
  [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[:=/] ]] && compopt -o nospace
  # Readline replaces what follows the last `=` or `:` only.
  [[ $cur == --*=* && $COMP_WORDBREAKS == *=* ]] && COMPREPLY=("${COMPREPLY[@]#"${cur%%=*}="}") && cur=${cur#*=}
  __ltrim_colon_completions "$cur"
}
complete -F _hearsay hearsay
