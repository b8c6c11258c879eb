# The version alone, for scripts.
test cli
--- run
$SINTER --version
--- out
sinter 0.1.0
