# SPDX-License-Identifier: Apache-2.0
"""The official backend tests of ONNX, as its wheel 1.22.0 has them on disk: each model is read and
run on the inputs stored beside it, and has to give the outputs stored there to the tolerances of
onnx's own runner; how many do so to 100 units in the last place, as emx-onnx-cgen counts, is said.
--through says what runs them: `interpreter`, or `compiled`, which is `sinter run`; `onnxruntime`,
and `emx`, which is emx-onnx-cgen's own verify, are to be counted beside them. What sinter refuses
says why; a wrong result is a failure, and so is a crash. Those of recurrent operators are compiled
in any case.
"""

import collections

import onnx_suite as suite
import peer

ALWAYS_COMPILED = ("gru_", "lstm_", "rnn_", "simple_rnn_")
RUNNERS = {
    "interpreter": suite.Interpreter,
    "compiled": suite.Compiled,
    "onnxruntime": suite.OnnxRuntime,
    "emx": suite.Emx,
}


class Both(suite.Interpreter):
    """The interpreter, and what it gives of recurrent operators by compiled code, too."""

    def __init__(self, args, folder):
        super().__init__(args, folder)
        self.compiled = suite.Compiled(args, folder)

    def run(self, case, files, feeds, expected):
        got, why = super().run(case, files, feeds, expected)
        if got is None or not case.name.removeprefix("test_").startswith(ALWAYS_COMPILED):
            return got, why
        return self.compiled.run(case, files, feeds, expected)


def main():
    args = peer.arguments(
        __doc__.splitlines()[0],
        data=dict(default=suite.DATA),
        through=dict(choices=sorted(RUNNERS), default="interpreter"),
        optimize=dict(type=int, default=0),
        jobs=dict(type=int, default=1),
        emx=dict(default="python3", help="a Python that has emx-onnx-cgen, for --through emx"),
        list=dict(action="store_true", help="name the tests that are refused"),
        tsv=dict(help="write a line for each test into this file"),
    )
    runner = Both if args.through == "interpreter" else RUNNERS[args.through]
    results = []
    for r in suite.run_all(runner, args, args.jobs):
        results.append(r)
        if r.state in ("wrong", "crashed"):
            print(r.state.upper(), r.name, r.why, flush=True)
        elif r.state == "refused" and (args.k or args.list):
            print(r.name, r.why, flush=True)
    suite.write(args.tsv, args.through, results)
    reasons = collections.Counter(suite.reason(r.why) for r in results if r.state == "refused")
    for why, n in reasons.most_common():
        print("%5d  %s" % (n, why))
    count = collections.Counter(r.state for r in results)
    near = sum(r.state == "passed" and r.units <= 100 for r in results)
    suite.table({args.through: results})
    print("within 100 units in the last place: %d of %d that pass" % (near, count["passed"]))
    constants = sum(r.state == "passed" and bool(r.constants) for r in results)
    if constants:
        print("of these with inputs as constants that sizes hang on: %d" % constants)
    bad = count["wrong"] + count["crashed"]
    peer.finish(count["passed"], bad, count["refused"] + count["otherwise"])


if __name__ == "__main__":
    main()
