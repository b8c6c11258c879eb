# The version alone, for scripts.
test cli
--- run
$SINTER --version | sed '1s/ [0-9]*\.[0-9]*\.[0-9]*/ N.N.N/'
--- out
sinter N.N.N
