# Too few and too many files.
test cli
--- run
for args in optimize convert show verify "verify a" "optimize a b" "show a b" "verify a b c" "zoo a b" "passes a" "ops a" "help a b" "convert a"; do
    $SINTER $args
    echo "code $?"
done
--- out
sinter: IN is missing: the file to read
usage: sinter optimize IN [-o OUT] [options]
code 2
sinter: IN is missing: the file to read
usage: sinter convert IN -o OUT [options]
code 2
sinter: IN is missing: the file to read
usage: sinter show IN [options]
code 2
sinter: IN is missing: the file to read
usage: sinter verify A B [options], or A --reference [NAME=]FILE --input-file [NAME=]FILE [options]
code 2
sinter: B is missing: a second network, or --reference NAME=FILE
usage: sinter verify A B [options], or A --reference [NAME=]FILE --input-file [NAME=]FILE [options]
code 2
sinter: 'b' is one argument too many
usage: sinter optimize IN [-o OUT] [options]
code 2
sinter: 'b' is one argument too many
usage: sinter show IN [options]
code 2
sinter: 'c' is one argument too many
usage: sinter verify A B [options], or A --reference [NAME=]FILE --input-file [NAME=]FILE [options]
code 2
sinter: 'b' is one argument too many
usage: sinter zoo [NETWORK] [-o OUT] [options]
code 2
sinter: 'a' is one argument too many
usage: sinter passes [options]
code 2
sinter: 'a' is one argument too many
usage: sinter ops [options]
code 2
sinter: 'b' is one argument too many
usage: sinter help [COMMAND|exit-codes] [options]
code 2
sinter: -o OUT is needed
usage: sinter convert IN -o OUT [options]
code 2
