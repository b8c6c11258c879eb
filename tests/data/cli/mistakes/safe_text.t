# Control characters in names from files and the command line are not sent to the terminal.
test cli
--- run
$SINTER show "$(printf 'a\033[31mb')"
echo "code $?"
$SINTER "$(printf 'a\007b')"
echo "code $?"
--- out
sinter: a?[31mb: no format has files of this name; ncnn's end in .param or .param.bin
code 2
sinter: there is no command 'a\x07b'
usage: sinter COMMAND ...; 'sinter help' lists the commands
code 2
