_mongohaul() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local command='' option='' prefix='' words word file IFS=$' \t\n'
    if [ "$COMP_CWORD" -gt 1 ]; then
        command=${COMP_WORDS[1]}
        case $command in *[./]*) command=import ;; esac
    fi
    if [ "$COMP_CWORD" -gt 2 ] && [ -n "$(_mongohaul_words "$command ${COMP_WORDS[2]}")" ]; then
        command="$command ${COMP_WORDS[2]}"
    fi
    case $current in
        =) option=$previous current='' ;;
        --*=*) option=${current%%=*} prefix=$option= current=${current#*=} ;;
        *) if [ "$previous" = = ]; then option=${COMP_WORDS[COMP_CWORD - 2]}; else option=$previous; fi ;;
    esac
    words=$(_mongohaul_words "$command")
    case " $words " in
        *" $option= "*) words=$(_mongohaul_words "$command=$option") ;;
    esac
    COMPREPLY=()
    for word in $words; do
        case $word in
            @JOB) for file in jobs/*.yml; do file=${file##*/} && _mongohaul_reply "${file%.yml}"; done ;;
            @SUITE) for file in jobs/compare/*.yml; do file=${file##*/} && _mongohaul_reply "${file%.yml}"; done ;;
            @FILE)
                IFS=$'\n'
                for file in $(compgen -f -- "$current"); do _mongohaul_reply "$file"; done
                IFS=$' \t\n'
                compopt -o filenames 2>/dev/null || true
                ;;
            -*) case $current in -*) _mongohaul_reply "${word%=}" ;; esac ;;
            *) _mongohaul_reply "$word" ;;
        esac
    done
    if [ "$COMP_CWORD" -eq 1 ] && [ "${#COMPREPLY[@]}" -eq 0 ]; then
        IFS=$'\n'
        for file in $(compgen -f -- "$current"); do _mongohaul_reply "$file"; done
        compopt -o filenames 2>/dev/null || true
    fi
}
_mongohaul_reply() {
    case $1 in
        '*') ;;
        "$current"*) COMPREPLY+=("$prefix$1") ;;
    esac
}
if [ -n "${ZSH_VERSION:-}" ]; then
    type compdef >/dev/null || { autoload -U +X compinit && compinit; }
    autoload -U +X bashcompinit && bashcompinit
fi
complete -F _mongohaul mongohaul
