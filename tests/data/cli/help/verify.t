# All that `sinter verify` takes. `help verify` says the same as `verify --help`.
test cli
--- run
$SINTER verify --help
$SINTER help verify > a; $SINTER verify --help > b; cmp a b
--- out
sinter verify: run two networks on the same inputs and compare what comes out

usage: sinter verify A B [options], or A --reference [NAME=]FILE --input-file [NAME=]FILE [options]

Runs both networks on the same inputs, made from a seed, and compares every output. Inputs and
outputs are matched by name, or as --map says. Sizes of --input are those of either network: where
only one has an axis of images in front, 1 is put in front for it, or goes for the other. A layer
that cannot be run is a boundary: what goes into it is compared, what comes out is made up, the same
on both sides, and it is listed. The verdict is same, different, or inconclusive: outputs agree, and
something else speaks against it, or nothing can be decided. With --reference, outputs of A alone
are compared with arrays that another tool made of the same inputs.

options
      --bin-a FILE|seed:N        the weights of A (default: the .bin beside it)
      --bin-b FILE|seed:N        the weights of B (default: the .bin beside it)
      --map NAME_IN_A=NAME_IN_B  what B calls an input or an output of A (repeatable)
      --reference [NAME=]FILE    in place of B: an output of A as something else computed it of the
                                 inputs that --input-file and --image give, from a .npy, a .pb, or a
                                 file of nothing but its elements; without NAME: the only output
                                 (repeatable)
      --bound X                  the distance that is allowed: max|a-b| / max|a| of each output
                                 (default: of each element what rounding explains, measured)
      --storage                  what rounding weights to half precision does is allowed, too, for
                                 where one network stores them so
      --image [NAME=]FILE        a JPEG, PNG or BMP as an input: channels, height, width, from 0 to
                                 255; without NAME: the only input
      --resize WxH               resize the picture (default: to the sizes of the input; where these
                                 are open, the picture's own)
      --mean M                   subtract this from the picture: a number, or one for each channel,
                                 like 104,117,123
      --scale S                  then multiply by this: a number, or one for each channel; 1/128 is
                                 one, too
      --bgr                      channels of the picture in the order blue, green, red (default:
                                 red, green, blue)
      --input-file [NAME=]FILE   an input from a .npy, a .pb (ONNX's TensorProto), or a file of
                                 nothing but elements of the input's type; without NAME: the only
                                 input, or the one whose name stands in the .pb (repeatable)
      --input [NAME=]SIZES       sizes of an input, outermost first, like data=3,240,320; without
                                 NAME: of the only input (repeatable)
      --weights-of TYPE=LOADS    what layers of a custom type read from the weights, like
                                 MyOp=T16,R4: 16 tagged values (fp32, fp16 or int8 as the tag says),
                                 then 4 raw fp32 (repeatable)
      --threads N                run networks on N threads (default: all that the machine has)
      --json                     one JSON object on stdout, errors included; docs/json.md says what
                                 is in it
  -q, --quiet                    no summary, no notes, no progress; warnings and errors stay
  -h, --help                     this text

examples
  sinter verify face.param fused.param
  sinter verify a.param b.param --bin-a seed:1 --bin-b seed:1 --input data=3,64,64 --bound 1e-5
  sinter verify a.onnx b.param --map images=in0 --map scores=out0 --input images=1,3,224,224
  sinter verify a.onnx --input-file images=in.npy --reference scores=out.npy

The exit code is 0, or one of those that 'sinter help exit-codes' lists.
