# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of hearsay in fish: the program itself says what may come next.
function __hearsay_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    for line in ($words[1] complete $words[2..-1] "$typed" 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path (string replace -r '^--[^=]*=' '' -- "$typed")
            case :folders
                __fish_complete_directories (string replace -r '^--[^=]*=' '' -- "$typed") ''
            case '*'
                printf '%s\n' $line
        end
    end
end
complete -c hearsay -f -a '(__hearsay_complete)'
