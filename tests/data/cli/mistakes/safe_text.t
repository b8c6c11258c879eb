# Control characters in names from files and the command line are not sent to the terminal.
test cli
--- run
$SINTER show "$(printf 'a\033[31mb')"
echo "code $?"
$SINTER "$(printf 'a\007b')"
echo "code $?"
--- out
sinter: a?[31mb: no such file
code 3
sinter: there is no command 'a\x07b'
usage: sinter COMMAND ...; 'sinter help' lists the commands
code 2
