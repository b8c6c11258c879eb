# A manual page has what the help has: a short one, whole, and what is no page of its own.
test cli
--- run
n="s/[0-9]*\.[0-9]*\.[0-9]*/N.N.N/"
$SINTER help --man passes | sed "/^.TH/$n"
$SINTER help --man | sed "/^.TH/$n" | head -40
$SINTER help --man diff | sed -n '/EXIT/,/EXAMPLES/p'
echo "mistakes"
$SINTER help --man exit-codes; echo "code $?"
$SINTER help --man pases; echo "code $?"
--- out
.\" Made by `sinter help --man passes`.
.TH SINTER\-PASSES 1 "" "sinter N.N.N" "sinter"
.SH NAME
sinter\-passes \- the rewrites, in the order in which they run
.SH SYNOPSIS
\fBsinter passes\fR [options]
.SH DESCRIPTION
Lists every pass in the order in which it runs: the rewrite as an arrow, what
must be proved before it is made, and which passes have to come first, with
the reason.
.SH OPTIONS
.TP
\fB\-\-json\fR
one JSON object on stdout, errors included; docs/json.md says what is in it
.TP
\fB\-h\fR, \fB\-\-help\fR
this text
.SH EXIT STATUS
0, or one of the codes that
.BR sinter (1)
lists.
.SH EXAMPLES
.nf
.RS 4
sinter passes
sinter optimize face.param \-\-passes fold_affine,drop_dead \-\-explain
.RE
.fi
.SH SEE ALSO
.BR sinter (1)
.\" Made by `sinter help --man`.
.TH SINTER 1 "" "sinter N.N.N" "sinter"
.SH NAME
sinter \- fuses a neural network's operators without changing what it computes
.SH SYNOPSIS
\fBsinter\fR COMMAND [arguments] [options]
.br
\fBsinter\fR \fB\-\-help\fR
.br
\fBsinter\fR \fB\-\-version\fR
.SH DESCRIPTION
\(aqsinter COMMAND \-\-help\(aq explains a command, \(aqsinter help exit\-codes\(aq how each
run can end, \(aqsinter \-\-version\(aq prints the version.
Sizes are written outermost first: 3,240,320 is channels, height, width.
.SH COMMANDS
.TP
.BR sinter\-optimize (1)
fuse and fold a network, check it by running it, write it back
.TP
.BR sinter\-convert (1)
write a network in another file form or weight storage, nothing else changed
.TP
.BR sinter\-show (1)
layers, shapes, weights, MACs and memory of a network
.TP
.BR sinter\-compile (1)
a network as C that builds with a C compiler alone
.TP
.BR sinter\-run (1)
run a network on a picture or on arrays
.TP
.BR sinter\-bench (1)
time a compiled network, step by step, beside what the machine can do
.TP
.BR sinter\-report (1)
a page to look at: before and after, kernels, times, memory, reasons
.TP
.BR sinter\-train (1)
train a network: losses, optimizers, batch norm by the batch
.TP
.SH EXIT STATUS
0, or one of the codes that
.BR sinter (1)
lists.
.TP
1
the networks differ
.SH EXAMPLES
mistakes
sinter: exit codes have no page of their own: they stand in the one that 'sinter help --man' prints
usage: sinter help [COMMAND|exit-codes] [options]
code 2
sinter: there is no command 'pases'; did you mean 'passes'?
usage: sinter help [COMMAND|exit-codes] [options]
code 2
