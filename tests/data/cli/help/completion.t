# Scripts for shells hold commands, options and what they take; mistakes in asking for one.
test cli
--- run
$SINTER help --completion bash > sinter.bash && bash -n sinter.bash
grep -c -e --fuse-siblings sinter.bash
sed -n '/^    zoo)/,/^    ncnnoptimize)/p' sinter.bash
$SINTER help --completion zsh | sed -n '/^    zoo)/,/;;/p'
$SINTER help --completion fish | grep 'from zoo'
echo "mistakes"
$SINTER help --completion tcsh; echo "code $?"
$SINTER help --completion bash optimize; echo "code $?"
$SINTER help --completion; echo "code $?"
--- out
2
    zoo)
        options='-o
--out
--seed
--out-bin
--fp16
--fp32
--json
-q
--quiet
-h
--help'
        case $before in
        -o | --out) options= files=yes ;;
        --seed) options= ;;
        --out-bin) options= files=yes ;;
        *) list=NETWORK ;;
        esac ;;
    ncnnoptimize)
    zoo)
        _arguments -s \
            '(-o --out)'{-o+,--out=}'[write the network here]:OUT:_files' \
            --seed='[makes the weights]:N: ' \
            --out-bin='[where its weights go]:FILE:_files' \
            --fp16'[store weights in half precision, rounded to nearest]' \
            --fp32'[store weights in single precision]' \
            --json'[one JSON object on stdout, errors included]' \
            '(-q --quiet)'{-q,--quiet}'[no summary, no notes, no progress]' \
            '(-h --help)'{-h,--help}'[this text]' \
            '*:argument:_sinter_NETWORK'
        ;;
complete -c sinter -n '__fish_seen_subcommand_from zoo' -f -a '(_sinter_NETWORK)'
complete -c sinter -n '__fish_seen_subcommand_from zoo' -s o -l out -r -F -d 'write the network here'
complete -c sinter -n '__fish_seen_subcommand_from zoo' -l seed -r -f -d 'makes the weights'
complete -c sinter -n '__fish_seen_subcommand_from zoo' -l out-bin -r -F -d 'where its weights go'
complete -c sinter -n '__fish_seen_subcommand_from zoo' -l fp16 -d 'store weights in half precision, rounded to nearest'
complete -c sinter -n '__fish_seen_subcommand_from zoo' -l fp32 -d 'store weights in single precision'
complete -c sinter -n '__fish_seen_subcommand_from zoo' -l json -d 'one JSON object on stdout, errors included'
complete -c sinter -n '__fish_seen_subcommand_from zoo' -s q -l quiet -d 'no summary, no notes, no progress'
complete -c sinter -n '__fish_seen_subcommand_from zoo' -s h -l help -d 'this text'
mistakes
sinter: --completion: 'tcsh' is not one of bash|zsh|fish
usage: sinter help [COMMAND|exit-codes] [options]
code 2
sinter: --completion is for all commands, and takes nothing beside it
usage: sinter help [COMMAND|exit-codes] [options]
code 2
sinter: --completion: bash|zsh|fish is expected after it
usage: sinter help [COMMAND|exit-codes] [options]
code 2
