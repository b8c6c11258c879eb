# Passes run on each body as on a network, and name it; a constant that is captured goes in first.
test optimize
--- in
"c" = input : bool[]
"x" = input : f32[3,8,8]
"y" = if("c", "x") name="choose" then {
  "x" = input
  "v" = conv("x", @"w", @"b") name="conv"
  "n" = batch_normalization("v", @"s", @"s", @"s", @"p") name="bn"
  "r" = relu("n") name="relu"
  output("r")
  @"w" = f32[4,3,1,1] seed 1
  @"b" = f32[4] seed 2
  @"s" = f32[4] seed 3
  @"p" = f32[4] [1,2,1,2]
} else {
  "x" = input
  "v" = conv("x", @"w") name="conv2"
  "d" = tanh("v") name="dead"
  output("v")
  @"w" = f32[4,3,1,1] seed 5
}
output("y")
--- remarks
fired: drop_dead: choose.else/dead removed: no result depends on it
fired: fold_affine: choose.then/conv + choose.then/bn -> choose.then/conv (conv)
fired: fuse_activation: choose.then/conv + choose.then/relu -> choose.then/conv (conv)
missed: inline_if: choose: not inlined: its condition is not known
--- out
"c" = input : bool[]
"x" = input : f32[3,8,8]
"y" = if("c", "x") name="choose" : f32[4,8,8] then {
  "x" = input : f32[3,8,8]
  "r" = conv("x", @"w", @"b") {act=relu} name="conv" : f32[4,8,8]
  output("r")
  @"w" = f32[4,3,1,1] [-0.577302,0.2270844,-0.013487571,-1.6316029,-1.1920108,-1.5982114,0.39915222,-0.44042972,-0.13017981,-0.302908,-2.0323043,-2.4003963]
  @"b" = f32[4] [-0.36930084,1.0074944,-0.033101063,-2.722163]
} else {
  "x" = input : f32[3,8,8]
  "v" = conv("x", @"w") name="conv2" : f32[4,8,8]
  output("v")
  @"w" = f32[4,3,1,1] [-0.47747234,-1.2752393,1.1318858,0.18253642,0.66322154,0.43947226,-1.4448605,-0.76437545,-1.0597298,0.85379994,-0.25747448,-0.2040206]
}
output("y")
