# The pipeline. Order matters: a change here is read.
test cli
--- run
$SINTER passes
--- out
integers: sums of products of bytes, before what is constant is made floats
  integer_layers           act(quantized(x) * w / (sx * sw) + b) -> act(cast(conv_integer(q(x), w)) / (sx * sw) + b); products of matrices alike
                             if the target has products of bytes; weights and scales constant, no sum can leave 32 bits, padding 0
  quantize_before_moves    Q(move(D(q), ...)) -> move(q, ...), or move(Q(D(q)), ...); Q(D(q)) -> q, where D is (q - zero) * scale and Q is cast(clip(round(x / scale) + zero))
                             if single scales and zero points, Q(D(q)) = q for each byte, no other reader of what is moved; the target has products of bytes
  integer_products         conv((q - zx) * sx, (w - zw) * sw, b) -> cast(conv_integer(q, w, zx, zw)) * (sx * sw) + b; matmul and gemm alike
                             if q, w bytes; w constant, its scales those of channels; no sum can leave 32 bits; the target has products of bytes, which cost less

clean: take away what computes nothing
  drop_copies              y0, y1, ... = identity(x) -> x
                             if nothing
  drop_identities          f(x) -> x
                             if the operator proves that it is the identity here
  drop_idle_activations    f(g(x)) -> g(x)
                             if the formula of f is the identity on the range of g(x): proved
  drop_zero_states         lstm(x, h0 = 0, c0 = 0) -> lstm(x), rnn and gru alike
                             if every element of the states is proved to be 0, the last states keep their shape
  fold_constants           f(c1, c2, ...) -> c
                             if all inputs constant, the result no larger than 64 KiB or its inputs, or all such results by no more than a 64th of all weights
  fold_shapes              f(shape(x), ...) -> c
                             if every element of the result is known: a number that sizes prove
  inline_if                if(c, x) then { f } else { g } -> f(x)
                             if the condition is constant
  unroll_loop              loop(3, x) { f } -> f(f(f(x)))
                             if the number of trips is known: at most 8, and 256 nodes all in all
  trim_bodies              if, loop, scan -> the same with fewer captures and results
                             if nothing needs what goes; constants move in; what is carried without a change is a capture
  drop_dead                f(x) -> nothing, y, places = f(x) -> y = f(x)
                             if no result of the network depends on it

recognise: operators that were written as their pieces
  einsum_to_matmul         einsum(a, b) -> matmul(a, b), axes permuted and joined around it
                             if two factors, letters of a product of matrices; more nodes only where an einsum is slow
  recognise_norm           (x - mean(x)) / sqrt(var(x) + eps) * g + b -> layer_normalization, instance_normalization, group_normalization(x), rms_normalization, lp_normalization alike
                             if equal axes of all statistics, eps > 0, factors along the layer's axes, no reader in between
  recognise_softmax        exp(x - max(x)) / sum(exp(x - max(x))) -> softmax(x)
                             if one axis, the same for both, rank known, no reader in between
  recognise_activation     x * sigmoid(x) -> swish(x), and 13 more: clip, elu, gelu, hard_swish, mish, prelu, relu, sigmoid ...
                             if the numbers of the formula, no reader in between
  recognise_shuffle        reshape, transpose, reshape -> channel_shuffle, depth_to_space or space_to_depth
                             if rank 3, sizes that prove how the axes are cut, sole readers
  recognise_attention      softmax(s * q k^T + mask) v -> attention(q, k, v, mask), or multi_head_attention with the linear maps around it
                             if softmax over the keys, sizes of q, k, v and mask proved to fit, sole readers
  merge_duplicates         f(x), f(x) -> f(x)
                             if the same operator, params, inputs and bytes of weights; not more layers for copies
                             after recognise_activation: a piece that two activations share is in neither pattern

move: what only moves elements
  merge_views              view(view(x)) -> view(x), or x
                             if the last shape can be had from x: proved; sole reader
  merge_transposes         transpose(transpose(x)) -> transpose(x), or x; transpose(x) of axes of size 1 -> reshape(x)
                             if the order of both together is known; sole reader, unless it is x
  merge_moves              flip(flip), tile(tile), pad(pad), shuffle(shuffle), depth_to_space(space_to_depth) -> one, or x
                             if both together are one of the kind, or nothing: proved; sole reader, unless it is x
  merge_slices             crop(crop(x)) -> crop(x); split(split(x)) -> split(x); crops that are all of x -> split(x)
                             if offsets and sizes proved, and numbers from the front or back; no other reader
  merge_concats            concat(concat(a, b), c) -> concat(a, b, c); concat(split(x)) -> x; split(concat(a, b)) -> a, b
                             if equal axes, cuts proved equal; sole reader of what is in between, unless it only goes
  moves_past_elementwise   q(f(p(x))) -> f(x) or r(f(x)); f(p(a), p(b)) -> p(f(a, b))
                             if p, q permutations or views, f elementwise on what only they read; a and b of shapes proved equal

fold: linear algebra: everything that can go into weights
  scalar_operands          op(x, [c]) -> op(x, c)
                             if c is a constant vector of one element, the target has the operator with a scalar
  pad_into_conv            conv(pad(x)) -> conv(x) {more pads}
                             if one number around spatial axes alone, the conv pads with the same number or not at all, sole reader
  pad_into_pool            pool(pad(x)) -> pool(x) {more pads}
                             if max: no element below the border or NaN, no window in it alone; avg: a border of 0 that counts; not SAME, sole reader
  crop_into_conv           crop(conv_transpose(x)) -> conv_transpose(x) {more pads}, crop(conv(x)) -> conv(x) {fewer pads}
                             if spatial axes alone, by numbers; explicit pads, of a conv as many as are cut off; sole reader
  merge_reductions         reduce(reduce(x, A), B) -> reduce(x, A + B)
                             if sum, mean, max or min, rank known, both keep or both drop the axes, at most a factor between, sole readers
  reduction_to_global_pool reduce(x, mean over all axes but the first) -> global_average_pool(x), max alike
                             if rank known, mean or max over all axes but the first, not kept, no factor behind
                             after merge_reductions: a mean over rows and then over columns is only seen as a pooling once it is one reduction
  one_hot_product          matmul(one_hot(i, k, [0, 1]), w) -> gather([w; 0], row)
                             if w constant and finite; one_hot along the last axis, of whole numbers; sizes known; the target finds rows faster than it multiplies
  conv_to_linear           conv of a vector -> linear
                             if x is proved a vector, W is constant with 1x1 taps, one group
  drop_implied_views       op(reshape(x), y) -> op(x, y); linear(flatten(x)) -> linear(x)
                             if the format itself gives x that shape there: proved
  drop_expands             f(expand(x), y) -> f(x, y)
                             if f elementwise, and its result as large without the expand
  fold_affine              s * f(x, W, b) + t -> f(x, sW, sb + t)
                             if same axis and channel count, constant float weights, no activation yet, sole reader
                             after recognise_attention: a scale that went into a projection is missing from the pattern
                             after merge_duplicates: two layers into which different maps are folded share all their work without them
  lift_affine              s * g(f(x, W), ..) + t -> g(f(x, sW), ..)
                             if g lets the map through (concat, pooling, relu, ..), every branch ends in weights, nobody else reads it
                             after recognise_attention: a factor of scores that went into a projection is missing from the pattern
                             after merge_duplicates: two layers with equal weights are one as long as nothing was folded into them
  sink_affine              f(s * x + t, W) -> f(x, W s)
                             if constant float weights, all readers take it in, no shift into padding
                             after recognise_activation: a factor that has moved away is missing from its pattern
                             after recognise_norm: a factor that has moved away is missing from its pattern
  merge_affine             s2 * (s1 * x + t1) + t2 -> (s1 s2) * x + s2 t1 + t2
                             if same axis and channel count, sole reader; not a factor of a difference of integers
                             after recognise_norm: factors that are merged are missing from its pattern
                             after drop_identities: a factor of one is nothing, a merged one is work
  merge_parallel_convs     conv(x, W1) + conv(x, W2) -> conv(x, W1 + W2)
                             if one kernel can be embedded in the other (x itself is a kernel of one tap), constant weights, no activation, sole reader
  merge_conv_chain         conv(conv(x, W1), W2) -> conv(x, W2 W1)
                             if one has 1x1 taps, no padding of a bias, no activation between, no more multiplications, sole reader
  pool_before_conv         average(conv(x, W)) -> conv(average(x), W)
                             if 1x1 taps, stride 1, no pads, one group, no activation, the average counts no padding, fewer positions, sole reader

fuse: what goes into slots, once nothing linear is left to fold
  prelu_to_relu            prelu(x, [s]) -> relu(x) {slope = s}
                             if constant slopes, all the same and not 0
  fuse_activation          act(f(x)) -> f(x) {act}
                             if free slot, sole reader, the target has the activation there
                             after merge_duplicates: two layers that differ in their activations alone share all their work without them
  activation_through_pool  act(maxpool(conv(x))) -> maxpool(conv(x) {act}), maxpool(act(x)) -> act(maxpool(x))
                             if never goes down, a number for all that goes in, which is not NaN, no window in padding alone, a free slot (first) or none and fewer elements (second), sole readers
  add_into_gemm            matmul(a, b) + c -> gemm(a, b, c); c - matmul(a, b) alike
                             if a and b are matrices, c is broadcast to their product: proved; sole reader, the target has the operator
                             after recognise_attention: a product that is a gemm is not in the pattern
  weighted_sum             a * c0 + b * c1 - c -> sum(a, b, c) {c0, c1, -1}; a + a -> a * 2
                             if equal shapes proved, constant scalar factors, what is in between is read here alone
                             after fold_affine: a factor in the weights of the layer before costs nothing, one in the sum is work

join: layers that share work
  join_layers              g(f(x)) -> one layer
                             if the format has a layer for both, which costs nothing more: proved by reading it back
  join_siblings            conv(x, W1), conv(x, W2) -> split(conv(x, [W1 W2]))
                             if alike but for constant weights and a kernel that fits among zeros, no groups; a concat puts them together again, or few channels, or all are to be joined
                             after fold_affine: what follows one of the layers alone has to be in its weights before they are one
                             after merge_parallel_convs: convolutions that are summed become one of fewer multiplications
                             after fuse_activation: only equal activations in the slots go into one layer

legalize: what the target has other words for
  legalize                 what the target has no words for -> the same in words that it has
                             if the target lacks it; sizes known where they decide
                             after drop_expands: what is copied in other words is not seen to broadcast

A stage is repeated until none of its passes fires; when a later stage fired, the first begins again.
