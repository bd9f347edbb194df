function __mongohaul_is
    set -l words (commandline -opc) ''
    set -l command $words[2]
    switch "$command"
        case '*.*' '*/*'
            set command import
    end
    if contains -- "$words[2] $words[3]" SUBCOMMANDS
        set command "$words[2] $words[3]"
    end
    test "$command" = "$argv"
end
function __mongohaul_names
    for file in $argv/*.yml
        basename $file .yml
    end
end
complete -c mongohaul -f
complete -c mongohaul -n "__mongohaul_is ''; and string length -q -- (commandline -ct)" -F
