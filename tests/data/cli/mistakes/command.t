# A mistyped command is guessed, one that is near nothing is not.
test cli
--- run
$SINTER optimise x.param
echo "code $?"
$SINTER help optimise
echo "code $?"
$SINTER frobnicate
echo "code $?"
$SINTER --verbose show
echo "code $?"
$SINTER ""
echo "code $?"
--- out
sinter: there is no command 'optimise'; did you mean 'optimize'?
usage: sinter COMMAND ...; 'sinter help' lists the commands
code 2
sinter: there is no command 'optimise'; did you mean 'optimize'?
usage: sinter help [COMMAND|exit-codes] [options]
code 2
sinter: there is no command 'frobnicate'
usage: sinter COMMAND ...; 'sinter help' lists the commands
code 2
sinter: there is no option --verbose outside a command
usage: sinter COMMAND ...; 'sinter help' lists the commands
code 2
sinter: there is no command ''
usage: sinter COMMAND ...; 'sinter help' lists the commands
code 2
