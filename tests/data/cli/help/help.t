# All that `sinter help` takes. `help help` says the same as `help --help`.
test cli
--- run
$SINTER help --help
$SINTER help help > a; $SINTER help --help > b; cmp a b
--- out
sinter help: help on a command, or on the exit codes

usage: sinter help [COMMAND|exit-codes] [options]

Explains a command with all its options, or lists the exit codes. Without an argument: the commands.
Manual pages and completion are installed with the tool; --man and --completion print them where it
was not installed.

options
      --man                       the same as a manual page for man, of the tool where no command is
                                  named
      --completion bash|zsh|fish  a script with which that shell completes commands, options and
                                  what they take
  -h, --help                      this text

examples
  sinter help optimize
  sinter help exit-codes
  sinter help --man optimize | man -l -
  source <(sinter help --completion bash)

The exit code is 0, or one of those that 'sinter help exit-codes' lists.
