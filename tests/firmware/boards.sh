# SPDX-License-Identifier: Apache-2.0
#
# Read by the scripts that run networks on emulated boards and processors: what each target is
# built with, what runs it, and how results are compared. `firmware` is this folder.

# shellcheck disable=SC2034
board() { # target: sets ld, run (a command), tick (of SysTick, in picoseconds), start
    local bare="--specs=rdimon.specs -nostartfiles -Wl,--gc-sections -L $firmware"
    local system="qemu-system-arm -nographic -monitor none -serial none -semihosting"
    system="$system -icount shift=0"
    start=$firmware/start.c
    case $1 in
    cortex-m4) ld="$bare -T an386.ld" run="$system -M mps2-an386 -kernel" tick=40000 ;;
    cortex-m7) ld="$bare -T an500.ld" run="$system -M mps2-an500 -kernel" tick=40000 ;;
    cortex-m55) ld="$bare -T an547.ld" run="$system -M mps3-an547 -kernel" tick=31250 ;;
    armv7) ld=-static run=qemu-arm tick= start= ;;
    riscv64) ld=-static run=qemu-riscv64 tick= start= ;;
    esac
}

# What a network is built with, as the head of net/net.h says: sets cc and prefix.
compiler_of() {
    cc=$(sed -n 's/^ \* Build: //p' net/net.h | sed 's/ -c .*//; s/ net\.c .*//')
    prefix=${cc%%gcc *}
}

# The largest difference of two files of numbers, by the largest number of the first.
distance() {
    paste "$1" "$2" | awk 'NF != 2 { bad = 1 }
        { d = $1 - $2; if (d < 0) d = -d; if (d > far) far = d
          m = $1 < 0 ? -$1 : $1; if (m > most) most = m }
        END { print (bad || !NR) ? 1 : ((most > 0) ? far / most : far) }'
}

network_file() { # network
    [ "$1" = quantized ] && echo quantized.onnx || echo "$1.param"
}

# The networks that are measured, with made-up weights, the input and what is expected of it:
# keywords.param, keywords.raw, keywords.expected, and person; quantized.onnx, keywords in 8 bits.
make_networks() {
    local name file n
    cc -std=c11 -O1 "$firmware/write_input.c" -o write_input || return 1
    for name in keywords person quantized; do
        case $name in
        keywords) file=network.param n=490 ;;
        person) file=person.param n=9216 ;;
        quantized) n=490 ;;
        esac
        if [ $name = quantized ]; then
            python3 "$firmware/quantized.py" $name.onnx || return 1
        else
            "$sinter" convert "$firmware/$file" --bin seed:1 -o $name.param -q || return 1
        fi
        ./write_input $n $name.raw &&
            "$sinter" run "$(network_file $name)" --interpret --input-file data=$name.raw --text \
                >$name.text || return 1
        tail -n +2 $name.text | tr -s ' ' '\n' | grep . >$name.expected # behind the name
        [ -s $name.expected ] || return 1
    done
}

# Builds a program of net.o and what makes it a subject, runs it, and sets far, stack, ram and
# instructions (-: not counted); the output is in `out`.
run_subject() { # network, target, subject's source, flags
    local name=$1 target=$2 subject=$3 options
    shift 3
    options="-Wall -Wextra -Inet -I$firmware ${tick:+-DTICK_PS=$tick}"
    # shellcheck disable=SC2086
    $cc $options "$@" '-DLARGE=__attribute__((section(".large")))' "$firmware/infer.c" "$subject" \
        $start net/net.o $ld -lm -o program || return 1
    timeout 600 $run program >out 2>&1 || { cat out; return 1; }
    sed -n 's/^out //p' out >numbers
    far=$(distance "$name.expected" numbers)
    stack=$(sed -n 's/^stack //p' out)
    ram=$(sed -n 's/^workspace //p' out)
    instructions=$(sed -n 's/^instructions //p' out)
    [ "$instructions" -ge 0 ] || instructions=-
}

# Bytes of net/net.o in flash that a program has which calls these functions, the first as entry.
flash_of() {
    local entry=$1 roots= name
    shift
    for name in "$@"; do roots="$roots -u $name"; done
    # shellcheck disable=SC2086
    "${prefix}ld" -r --gc-sections -e "$entry" $roots net/net.o -o used.o &&
        "${prefix}size" used.o | awk 'NR == 2 { print $1 + $2 }'
}
